// Giganten: trucks, trains, derricks, tiles, oil in depots, prices; cards and auctions in the rack.

import {formatNumber, t, tn} from '../../core/texts.js';

export {SYMBOLS} from './giganten/art.js';
export {placeName, rack, sections} from './giganten/near.js';

/** @typedef {import('../types.d.ts').Piece} Piece */
/** @typedef {import('../types.d.ts').Names} Names */
/** @typedef {import('../../core/types.d.ts').GigantenView} View */
/** @typedef {View['players'][number]} Player */

const THOUSAND = 1000;

/**
 * Return the pieces of a view.
 * @param {View} view
 * @param {string[]} seats names
 * @param {Names} names
 * @returns {Piece[]}
 */
export function pieces(view, seats, names) {
  return [
    ...sites(view, seats, names),
    ...view.players.flatMap((player) => [...depots(player, seats, names), ...vehicles(player, seats)]),
    ...prices(view, names),
    {
      id: 'train:black',
      at: `track:black:${Math.min(view.black_train, view.black_train_end)}`,
      kind: 'train',
      seat: null,
      count: 1,
      label: t('Black train'),
      dx: 0,
      dy: 0,
      size: 38,
    },
  ];
}

/**
 * @param {View} view
 * @param {string[]} seats
 * @param {Names} names
 * @returns {Piece[]}
 */
function sites(view, seats, names) {
  const tiles = view.sites
    .filter(({status}) => status === 'tile')
    .map(({square, value}) => {
      const label = value === null ? names.piece('tile') : t('tile with {value}', {value});
      const text = value === null ? '?' : String(value);
      return {
        id: `tile-${square}`,
        at: `site:${square}`,
        kind: 'tile',
        seat: null,
        count: 1,
        label,
        text,
        dx: 14,
        dy: -14,
        size: 22,
      };
    });
  const derricks = view.players.flatMap(({seat, derricks: own}) =>
    own.map(({site, markers}) => {
      const label = tn(
        'derrick of {seat} with {number} oil marker',
        'derrick of {seat} with {number} oil markers',
        markers,
        {
          seat: seats[seat] ?? '',
        },
      );
      const id = `derrick-${seat}-${site}`;
      return {
        id,
        at: `site:${site}`,
        kind: 'derrick',
        seat,
        count: 1,
        label,
        text: String(markers),
        dx: 0,
        dy: 0,
        size: 50,
      };
    }),
  );
  return [...tiles, ...derricks];
}

/**
 * @param {Player} player
 * @param {string[]} seats
 * @param {Names} names
 * @returns {Piece[]}
 */
function depots({seat, depots: stored}, seats, names) {
  return Object.entries(stored)
    .filter(([, count]) => count > 0)
    .map(([company, count]) => ({
      id: `oil-${seat}-${company}`,
      at: `depot:${seat}:${company}`,
      kind: 'barrel',
      seat,
      count,
      text: String(count),
      label: tn('{number} oil marker of {seat} at {company}', '{number} oil markers of {seat} at {company}', count, {
        seat: seats[seat] ?? '',
        company: names.place(company),
      }),
      dx: 4,
      dy: 0,
      size: 28,
    }));
}

/**
 * @param {Player} player
 * @param {string[]} seats
 * @returns {Piece[]}
 */
function vehicles({seat, truck, train}, seats) {
  const owner = {seat: seats[seat] ?? ''};
  /** @type {Piece[]} */
  const found = [
    {
      id: `train:${seat}`,
      at: `track:${seat}:${train}`,
      kind: 'train',
      seat,
      count: 1,
      label: t('Train of {seat}', owner),
      dx: 0,
      dy: 0,
      size: 38,
    },
  ];
  const label = t('Truck of {seat}', owner);
  if (truck)
    found.push({
      id: `truck:${seat}`,
      at: `square:${truck}`,
      kind: 'truck',
      seat,
      count: 1,
      label,
      size: 44,
    });
  return found;
}

/**
 * @param {View} view
 * @param {Names} names
 * @returns {Piece[]}
 */
function prices(view, names) {
  return Object.entries(view.prices).map(([company, price]) => ({
    id: `price-${company}`,
    at: `price:${company}:${price}`,
    kind: 'price',
    seat: null,
    count: 1,
    label: t('{company}: a marker of oil is worth {price} dollars', {
      company: names.place(company),
      price: formatNumber(price),
    }),
    text: formatNumber(price / THOUSAND),
    dx: 0,
    dy: 0,
    size: 66,
  }));
}
