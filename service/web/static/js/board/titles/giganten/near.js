// Giganten: the names of places and sections, and what lies near the board.

import {formatAmount} from '../../../core/amounts.js';
import {formatNumber, t, tn} from '../../../core/texts.js';

/** @typedef {import('../../types.d.ts').Names} Names */
/** @typedef {import('../../types.d.ts').PlaceInfo} PlaceInfo */
/** @typedef {import('../../types.d.ts').RackGroup} RackGroup */
/** @typedef {import('../../../core/types.d.ts').GigantenView} View */

/**
 * @param {PlaceInfo} place
 * @param {Names} names
 */
export function placeName({id, kind, name, node}, names) {
  const [, first = '', second = ''] = id.split(':');
  const terrain = {plain: t('plain'), hill: t('hill'), mountain: t('mountain')};
  switch (kind) {
    case 'square':
      return `${first}, ${terrain[/** @type {'plain'} */ (node.getAttribute('class') ?? 'plain')] ?? ''}`;
    case 'site':
      return t('site with {count}', {count: node.nextElementSibling?.textContent ?? ''});
    case 'track':
      return first === 'black'
        ? t('Track of the black train, space {number}', {number: second})
        : t('Track of {seat}, space {number}', {seat: names.seat(Number(first)), number: second});
    case 'company':
      return names.place(first);
    case 'price':
      return t('{company}, {price} dollars', {company: names.place(first), price: formatNumber(Number(second))});
    case 'depot':
      return t('Depot of {seat} at {company}', {seat: names.seat(Number(first)), company: names.place(second)});
    default:
      return name;
  }
}

/**
 * Return what lies near the board: the prices, the auction, and the cards that can be taken.
 * @param {View} view
 * @param {string[]} seats
 * @param {Names} names
 * @returns {RackGroup[]}
 */
export function rack(view, seats, names) {
  const worth = Object.entries(view.prices).map(([company, price]) => ({
    name: names.place(company),
    value: formatAmount(price, '$'),
  }));
  /** @type {RackGroup[]} */
  const groups = [{heading: t('Prices'), items: worth}];
  if (view.auction) groups.unshift(...auction(view, view.auction, seats, names));
  if (view.open_cards.length) {
    const items = view.open_cards.map((card) => ({id: `card:${card.id}`, name: cardName(card)}));
    groups.unshift({heading: t('Action cards'), items});
  }
  return groups;
}

/**
 * @param {View} view
 * @param {NonNullable<View['auction']>} auction
 * @param {string[]} seats
 * @param {Names} names
 */
function auction(view, {company, bid, leader, live}, seats, names) {
  const heading = t('Auction: {company}', {company: names.place(company)});
  const highest =
    leader === null || bid === null
      ? {name: t('No bid yet')}
      : {seat: leader, name: seats[leader] ?? '', value: t('bids {bid}', {bid})};
  const others = live.filter((seat) => seat !== leader).map((seat) => ({seat, name: seats[seat] ?? ''}));
  const hands = view.players.map(({seat, licence_cards: count}) => {
    return {id: `licences:${seat}`, seat, name: '', value: tn('{number} licence', '{number} licences', count)};
  });
  return [
    {heading, items: [highest, ...others]},
    {heading: t('Licences'), items: hands},
  ];
}

/** @param {View['open_cards'][number]} card */
function cardName({red, licences, points, price, oil, back}) {
  const parts = [
    red ? t('red') : '',
    tn('{number} licence', '{number} licences', licences),
    tn('{number} point', '{number} points', points),
    price ? t('price ±{steps}', {steps: price}) : '',
    oil ? t('oil +{number}', {number: oil}) : '',
    back ? t('trains −{number}', {number: back}) : '',
  ];
  return parts.filter(Boolean).join(' · ');
}

/** @returns {[string, string][]} */
export function sections() {
  return [
    ['map', t('Map')],
    ['tracks', t('Tracks')],
    ['companies', t('Prices')],
  ];
}
