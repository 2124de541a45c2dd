// Siberia: cubes in areas, workers, salesmen, tokens and tiles on panels, reserves; drawn tokens in the rack.

import {t, tn} from '../../core/texts.js';
import {counted, inRows, stack} from '../stack.js';
import {facesOf} from './siberia/faces.js';

export {SYMBOLS} from './siberia/art.js';
export {pin, placeName, rack, sections} from './siberia/near.js';

/** @typedef {import('../types.d.ts').Piece} Piece */
/** @typedef {import('../types.d.ts').Names} Names */
/** @typedef {import('../../core/types.d.ts').SiberiaView} View */
/** @typedef {View['players'][number]} Player */

/** Units of the picture: from the middle of a column to its first space, and to the next. */
const SPACE_TOP = -6.5;
const SPACE = 49;
/** From the middle of an exchange to the left of its tile, to the head of the tile, and to the other side. */
const SALESMEN = -166;
const HEAD = 40;
const ROW = 42;

/**
 * Return the pieces of a view.
 * @param {View} view
 * @param {string[]} seats names
 * @param {Names} names
 * @returns {Piece[]}
 */
export function pieces(view, seats, names) {
  return [
    ...view.areas.flatMap((area) => areaPieces(area, names)),
    ...Object.entries(view.reserves).map(([resource, count]) =>
      figure(`reserve-${resource}`, `cubes:${resource}`, count, 8, 14),
    ),
    ...tiles(view, names),
    ...placed(view, seats, 'worker'),
    ...placed(view, seats, 'salesman'),
    ...view.players.flatMap((player) => panel(player, seats, names)),
  ];
}

/**
 * @param {View['areas'][number]} area
 * @param {Names} names
 * @returns {Piece[]}
 */
function areaPieces({area, cubes, exhausted}, names) {
  const at = `place:${area}`;
  if (exhausted)
    return [
      {
        id: `exhausted-${area}`,
        at,
        kind: 'exhausted',
        seat: null,
        count: 1,
        label: t('exhausted'),
        dx: 0,
        dy: 0,
        size: 30,
      },
    ];
  return cubes.map((cube, index) => ({
    id: `cube-${area}-${cube}`,
    at,
    kind: cube,
    seat: null,
    count: 1,
    label: names.piece(cube),
    size: 29,
    dx: (index - (cubes.length - 1) / 2) * 31,
    dy: 0,
  }));
}

/**
 * @param {View} view
 * @param {Names} names
 * @returns {Piece[]}
 */
function tiles(view, names) {
  return [...counted(view.investments)].map(([column, count]) => ({
    id: `open-${column}`,
    at: `tile:${column}`,
    kind: 'open',
    seat: null,
    count,
    text: count > 1 ? `×${count}` : '',
    label: tn('{number} open tile {name}', '{number} open tiles {name}', count, {name: names.piece(column)}),
    dx: 13,
    dy: 17,
    size: 30,
  }));
}

/**
 * Return the workers or the salesmen of all seats. Salesmen stand in the head of the tile, left of its symbols.
 * @param {View} view
 * @param {string[]} seats
 * @param {'worker' | 'salesman'} kind
 * @returns {Piece[]}
 */
function placed(view, seats, kind) {
  const isWorker = kind === 'worker';
  const all = view.players.flatMap((player) => {
    const {seat} = player;
    const label = isWorker
      ? t('Worker of {seat}', {seat: seats[seat] ?? ''})
      : t('Salesman of {seat}', {seat: seats[seat] ?? ''});
    return [...counted(isWorker ? player.workers : player.salesmen)].map(([space, count]) => ({
      id: `${kind}:${seat}:${space}`,
      at: `${isWorker ? 'place' : 'exchange'}:${space}`,
      kind,
      seat,
      count,
      label,
      size: 32,
    }));
  });
    if (isWorker) {
    // the name of the start is left of it
    const x = (/** @type {string} */ at) => (at === `place:${view.start}` ? -12 : null);
    return inRows(all, {x, y: () => 34, pitch: 27, columns: 5});
  }
  const sides = new Map(
    view.exchanges.map(({exchange}, number) => [`exchange:${exchange}`, view.sides[number - 1] ?? 'A']),
  );
  const y = (/** @type {string} */ at) => (sides.get(at) === 'B' ? -HEAD - ROW : -HEAD);
  return inRows(all, {x: () => SALESMEN, y, pitch: 26, columns: 6});
}

/**
 * Return what lies on a panel: tokens and tiles in columns, tokens for research, pawns in reserve.
 * @param {Player} player
 * @param {string[]} seats
 * @param {Names} names
 * @returns {Piece[]}
 */
function panel({seat, columns, research, reserve}, seats, names) {
  const inColumns = Object.entries(columns).flatMap(([column, {tokens, tile}]) => {
    const at = `column:${seat}:${column}`;
    /** @type {Piece[]} */
    const found = tokens.map((token, space) =>
      tokenPiece(token, seat, at, names, {dx: 0, dy: SPACE_TOP + SPACE * space}),
    );
    const label = t('investment tile');
    if (tile) {
      const dy = SPACE_TOP + SPACE * tokens.length;
      found.push({id: `tile-${seat}-${column}`, at, kind: 'tile', seat: null, count: 1, label, dx: 0, dy, size: 34});
    }
    return found;
  });
  const zone = research.map((token, number) => {
    return tokenPiece(token, seat, `research:${seat}`, names, {dx: 0, dy: SPACE_TOP + SPACE * number});
  });
  const label = tn('{number} pawn in reserve', '{number} pawns in reserve', reserve);
  const pawns = stack({id: `pawn-${seat}`, at: `reserve:${seat}`, kind: 'pawn', seat, count: reserve, label, size: 28});
  return [...inColumns, ...zone, ...inRows(pawns, {x: () => null, y: () => SPACE_TOP - 4, pitch: 25, columns: 2})];
}

/**
 * Tokens are anchors by seat and kind: the first of a kind has the anchor as its id.
 * @param {string} token
 * @param {number} seat
 * @param {string} at
 * @param {Names} names
 * @param {{dx: number, dy: number}} offset
 * @returns {Piece}
 */
function tokenPiece(token, seat, at, names, offset) {
  const id = `token:${seat}:${token}#${at}${offset.dy}`;
  return {
    id,
    at,
    kind: 'token',
    seat: null,
    count: 1,
    label: names.piece(token),
    faces: facesOf(token),
    size: 42,
    ...offset,
  };
}

/**
 * @param {string} id
 * @param {string} at
 * @param {number} count
 * @param {number} dx
 * @param {number} dy
 * @returns {Piece}
 */
function figure(id, at, count, dx, dy) {
  return {id, at, kind: 'figure', seat: null, count, text: String(count), label: String(count), dx, dy, size: 40};
}

/**
 * Return the exchanges, tiles and areas that are not in play.
 * @param {View} view
 * @param {Iterable<string>} places ids
 */
export function closed(view, places) {
  const open = new Set([
    ...view.exchanges.map(({exchange}) => `exchange:${exchange}`),
    ...view.investments.map((column) => `tile:${column}`),
  ]);
  const spent = view.areas.filter(({exhausted}) => exhausted).map(({area}) => `place:${area}`);
  const kinds = view.sides ? /^(exchange|tile):/ : /^tile:/;
  return [...spent, ...[...places].filter((id) => kinds.test(id) && !open.has(id))];
}
