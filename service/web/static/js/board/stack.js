// Several equal pieces at a place: up to three are drawn, more are one piece with a number.

import {FIGURES_FROM} from './drawing.js';

/** @typedef {import('./types.d.ts').Piece} Piece */

/**
 * Return the pieces of a stack. The first has the id of the stack.
 * @param {Piece} piece with the count of the stack
 * @returns {Piece[]}
 */
export function stack(piece) {
  if (piece.count >= FIGURES_FROM) return [piece];
  return Array.from({length: piece.count}, (_, number) => {
    return {...piece, id: number ? `${piece.id}#${number + 1}` : piece.id, count: 1};
  });
}

/**
 * Return how often each value occurs.
 * @param {readonly string[]} values
 * @returns {Map<string, number>}
 */
export function counted(values) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/**
 * Stand pieces of each place in rows: up to three of a stack one by one, or all stacks as figures where it is crowded.
 * `x` is that of the first piece of a row; null: the row is centred.
 * @param {Piece[]} pieces stacks with their counts
 * @param {{x: (at: string) => number | null, y: (at: string) => number, pitch: number, columns: number}} rows
 */
export function inRows(pieces, {x, y, pitch, columns}) {
  /** @type {Map<string, Piece[]>} */
  const places = new Map();
  for (const piece of pieces) places.set(piece.at, [...(places.get(piece.at) ?? []), piece]);
  return [...places].flatMap(([at, group]) => {
    const all = group.flatMap(stack);
    const shown =
      all.length <= columns
        ? all
        : group.map((piece) => (piece.count > 1 ? {...piece, text: String(piece.count)} : piece));
    const inRow = Math.min(columns, shown.length);
    return shown.map((piece, number) => ({
      ...piece,
      dx: (x(at) ?? (-(inRow - 1) / 2) * pitch) + (number % columns) * pitch,
      dy: y(at) + Math.floor(number / columns) * pitch,
    }));
  });
}
