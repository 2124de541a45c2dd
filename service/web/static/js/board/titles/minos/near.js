// Minos: the names of places and sections, and what lies near the board.

import {t, tn} from '../../../core/texts.js';

/** @typedef {import('../../types.d.ts').Names} Names */
/** @typedef {import('../../types.d.ts').PlaceInfo} PlaceInfo */
/** @typedef {import('../../types.d.ts').RackGroup} RackGroup */
/** @typedef {import('../../../core/types.d.ts').MinosView} View */

/**
 * @param {PlaceInfo} place
 * @param {Names} names
 */
export function placeName({id, kind, name}, names) {
  const [prefix, first = ''] = id.split(':');
  switch (kind) {
    case 'field':
    case 'harbour':
    case 'sea':
    case 'dot':
      return names.place(first);
    case 'die':
    case 'building':
      return names.piece(first);
    case 'income':
      return t('Income {number}', {number: first});
    case 'rings':
      return prefix === id ? t('Rings for all') : t('Rings of {seat}', {seat: names.seat(Number(first))});
    default:
      return name;
  }
}

/**
 * Return the conflict, the turn and the incomes.
 * @param {View} view
 * @param {string[]} seats
 * @param {Names} names
 * @returns {RackGroup[]}
 */
export function rack({conflict, turn, players}, seats, names) {
  /** @type {RackGroup[]} */
  const groups = [];
  if (conflict) {
    const {attacker, defender, place, attack, value, step} = conflict;
    const strength = (/** @type {boolean} */ isRolling, /** @type {number | null} */ fixed) =>
      isRolling ? value : fixed;
    groups.push({
      heading: t('Conflict at {place}', {place: names.place(place)}),
      items: [
        {seat: attacker, name: seats[attacker] ?? '', value: worth(t('attacks'), strength(step === 'attack', attack))},
        {seat: defender, name: seats[defender] ?? '', value: worth(t('defends'), strength(step !== 'attack', null))},
      ],
    });
  }
  if (turn) {
    const left = [
      tn('{number} movement point', '{number} movement points', turn.points),
      tn('{number} building right', '{number} building rights', turn.rights),
      ...(turn.rolls_left ? [tn('{number} roll left', '{number} rolls left', turn.rolls_left)] : []),
    ];
    groups.push({
      heading: t('Turn'),
      items: [{seat: turn.seat, name: seats[turn.seat] ?? ''}, ...left.map((name) => ({name}))],
    });
  }
  const incomes = players.map(({seat, income: talents}) => ({seat, name: '', value: `+${talents}`}));
  return [...groups, {heading: t('Income'), items: incomes}];
}

/**
 * @param {string} role
 * @param {number | null} value
 */
function worth(role, value) {
  return value === null ? role : `${role} · ${value}`;
}

/**
 * Whether the question has buttons for a target: it shows the dice.
 * @param {string} id
 */
export function isAsked(id) {
  return id.startsWith('die:');
}

/** @returns {[string, string][]} */
export function sections() {
  return [
    ['map', t('Map')],
    ['income', t('Income')],
    ['stock', t('Dice')],
    ['buildings', t('Buildings')],
  ];
}
