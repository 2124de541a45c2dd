// Minos: ships, soldiers, buildings in the slots of fields, rings, dice, income, stock.

import {t} from '../../core/texts.js';
import {counted, stack} from '../stack.js';

export {SYMBOLS} from './minos/art.js';
export {isAsked, placeName, rack, sections} from './minos/near.js';
export {react, tools} from './minos/routes.js';

/** @typedef {import('../types.d.ts').Piece} Piece */
/** @typedef {import('../types.d.ts').Names} Names */
/** @typedef {import('../types.d.ts').PlaceInfo} PlaceInfo */
/** @typedef {import('../../core/types.d.ts').MinosView} View */
/** @typedef {View['players'][number]} Player */
/** @typedef {View['fields'][number]} Field */

const INCOMES = 50;
const QUARTERS = [
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
];
/** Units from the middle of a field to its slots. */
const SLOT = 10.5;

/**
 * Return the pieces of a view.
 * @param {View} view
 * @param {string[]} seats names
 * @param {Names} names
 * @returns {Piece[]}
 */
export function pieces(view, seats, names) {
  const fields = new Set(view.fields.map(({field}) => field));
  return [
    ...view.fields.flatMap((field) => settlement(field, seats, names)),
    ...view.players.flatMap((player) => [...fleet(player, seats, fields), ...income(player, seats), rings(player)]),
    badge('rings-left', 'rings', view.rings_left, 34, -30),
    ...Object.entries(view.stock).map(([building, count]) =>
      badge(`stock-${building}`, `building:${building}`, count, 58, -30),
    ),
    ...dice(view, names),
  ];
}

/**
 * @param {Field} field
 * @param {string[]} seats
 * @param {Names} names
 * @returns {Piece[]}
 */
function settlement({field, covered, owner, buildings, left_by: leftBy}, seats, names) {
  const at = `place:${field}`;
  if (covered)
    return [
      {
        id: `covered-${field}`,
        at,
        kind: 'covered',
        seat: null,
        count: 1,
        label: t('not in play'),
        dx: 0,
        dy: 0,
        size: 34,
      },
    ];
  /** @type {Piece[]} */
  const found = buildings.map((building, slot) => {
    const [dx = 0, dy = 0] = QUARTERS[slot % QUARTERS.length] ?? [];
    const id = `${field}-${slot}`;
    return {
      id,
      at,
      kind: building,
      seat: owner,
      count: 1,
      label: names.piece(building),
      dx: dx * SLOT,
      dy: dy * SLOT,
      size: 20,
    };
  });
  if (owner !== null) {
    const label = t('settlement of {seat}', {seat: seats[owner] ?? ''});
    found.push({...mark(`owner-${field}`, at, owner, label), dx: 0, dy: 0, size: 15});
  } else if (leftBy !== null && buildings.length) {
    const label = t('abandoned by {seat}', {seat: seats[leftBy] ?? ''});
    found.push({
      id: `left-${field}`,
      at,
      kind: 'badge',
      seat: null,
      count: 1,
      text: '–',
      label,
      dx: 0,
      dy: 0,
      size: 22,
    });
  }
  return found;
}

/**
 * @param {string} id
 * @param {string} at
 * @param {number} seat
 * @param {string} label
 * @returns {Piece}
 */
function mark(id, at, seat, label) {
  return {id, at, kind: `seat${seat}`, seat, count: 1, label, text: String(seat)};
}

/**
 * @param {Player} player
 * @param {string[]} seats
 * @param {Set<string>} fields
 * @returns {Piece[]}
 */
function fleet({seat, ships, soldiers}, seats, fields) {
  const owner = {seat: seats[seat] ?? ''};
  const stand = (/** @type {readonly string[]} */ spaces, /** @type {'ship' | 'soldier'} */ kind) => {
    const label = kind === 'ship' ? t('Ship of {seat}', owner) : t('Soldier of {seat}', owner);
    return [...counted(spaces)].flatMap(([space, count]) =>
      stack({
        id: `${kind}:${seat}:${space}`,
        at: `place:${space}`,
        kind,
        seat,
        count,
        label,
        size: kind === 'ship' ? 30 : 26,
      }).map((piece, number) => (fields.has(space) ? {...piece, beside: true, dx: 31 + number * 14, dy: 0} : piece)),
    );
  };
  return [...stand(ships, 'ship'), ...stand(soldiers, 'soldier')];
}

/**
 * @param {Player} player
 * @param {string[]} seats
 * @returns {Piece[]}
 */
function income({seat, income: talents}, seats) {
  const [dx = 0, dy = 0] = QUARTERS[seat] ?? [];
  const label = t('Income of {seat}: {talents} talents', {seat: seats[seat] ?? '', talents});
  return [{...mark(`income-${seat}`, `income:${talents % INCOMES}`, seat, label), dx: dx * 14, dy: dy * 13, size: 20}];
}

/**
 * @param {Player} player
 * @returns {Piece}
 */
function rings({seat, rings: count}) {
  return {...badge(`rings-${seat}`, `rings:${seat}`, count, 14, 14), size: 44};
}

/**
 * Return how many dice show each symbol, and which symbols have had a Joker or a Star.
 * @param {View} view
 * @param {Names} names
 * @returns {Piece[]}
 */
function dice({turn, conflict}, names) {
  const shown = conflict?.dice ?? turn?.dice;
  /** @type {Piece[]} */
  const found = Object.entries(shown ?? {})
    .filter(([, count]) => count > 0)
    .map(([symbol, count]) => ({
      id: `dice-${symbol}`,
      at: `die:${symbol}`,
      kind: 'badge',
      seat: null,
      count,
      text: String(count),
      label: t('{symbol} on {count} dice', {symbol: names.piece(symbol), count}),
      dx: 32,
      dy: -30,
      size: 40,
    }));
  const used = (
    /** @type {readonly string[]} */ symbols,
    /** @type {'joker' | 'star'} */ kind,
    /** @type {number} */ dx,
  ) =>
    symbols.map((symbol) => ({
      id: `${kind}-${symbol}`,
      at: `die:${symbol}`,
      kind,
      seat: null,
      count: 1,
      label: names.piece(kind),
      dx,
      dy: 30,
      size: 22,
    }));
  return [...found, ...used(turn?.jokered ?? [], 'joker', -30), ...used(turn?.starred ?? [], 'star', 30)];
}

/**
 * @param {string} id
 * @param {string} at
 * @param {number} count
 * @param {number} dx
 * @param {number} dy
 * @returns {Piece}
 */
function badge(id, at, count, dx, dy) {
  return {id, at, kind: 'badge', seat: null, count, text: String(count), label: String(count), dx, dy, size: 36};
}

/**
 * Return the fields that are not in play, and the symbols that no die shows.
 * @param {View} view
 */
export function closed({fields, turn, conflict}) {
  const dice = Object.entries(conflict?.dice ?? turn?.dice ?? {}).filter(([, count]) => !count);
  return [
    ...fields.filter(({covered}) => covered).map(({field}) => `place:${field}`),
    ...dice.map(([symbol]) => `die:${symbol}`),
  ];
}

/**
 * Return on which side of a field there is room: away from its name, or else from its harbour.
 * @param {PlaceInfo} place
 * @param {Map<string, PlaceInfo>} places
 */
export function sideOf({id, kind, name, x, y, node}, places) {
  if (kind !== 'field') return 1;
  const labels = [...(node.parentElement?.querySelectorAll('text.name') ?? [])];
  const label = labels.find(({textContent}) => textContent === name);
  const isLevel = Math.abs(Number(label?.getAttribute('y')) - 8 - y) < 1;
  if (isLevel) return Number(label?.getAttribute('x')) > x ? -1 : 1;
  const harbour = places.get(id.replace('place:', 'place:harbour-'));
  return harbour && harbour.x > x + 8 ? -1 : 1;
}
