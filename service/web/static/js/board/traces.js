// The traces of what others have moved: an arrow for each move, and a ghost of what stands in its place no more.

import {body, element} from './drawing.js';

/** @typedef {import('./types.d.ts').Move} Move */
/** @typedef {import('./types.d.ts').Piece} Piece */
/** @typedef {import('./types.d.ts').Traces} Traces */
/** @typedef {import('../core/types.d.ts').StandingPiece} StandingPiece */
/** @typedef {import('./scene.js').Scene} Scene */

/** How far from the middle of a piece an arrow begins and ends, and how long and wide its head is, in its size. */
const [GAP, LENGTH, WIDTH] = [0.45, 0.4, 0.22];

/**
 * Show traces, and no others.
 * @param {Traces | null} traces
 * @param {Scene} scene
 */
export function showTraces(traces, scene) {
  const {layer} = scene.pieces;
  for (const old of scene.svg.querySelectorAll('.traces')) old.remove();
  if (!traces) return;
  const ghosts = traces.gone.flatMap((piece) => ghostOf(piece, scene) ?? []);
  const arrows = traces.moves.flatMap((move) => arrowOf(move, scene) ?? []);
  layer.before(element('g', {class: 'traces ghosts'}, ghosts));
  layer.after(element('g', {class: 'traces arrows'}, arrows));
}

/**
 * Where a piece stands; null if the picture has no such place, or one that only counts what no seat has.
 * @param {StandingPiece} piece
 * @param {Scene} scene
 */
function pointOf({place, offset: [dx = 0, dy = 0], seat}, {places}) {
  const found = places.get(place);
  return found && (seat !== null || found.section === 'map') ? {x: found.x + dx, y: found.y + dy} : null;
}

/**
 * @param {StandingPiece} piece
 * @param {Scene} scene
 */
function ghostOf(piece, scene) {
  const at = pointOf(piece, scene);
  if (!at) return null;
  const drawn = body(/** @type {Piece} */ (piece), scene.title.SYMBOLS);
  const seat = piece.seat === null ? '' : ` of-${piece.seat}`;
  const attributes = {class: `piece ghost kind-${piece.kind}${seat}`, transform: `translate(${at.x} ${at.y})`};
  return element('g', attributes, [drawn]);
}

/**
 * @param {Move} move
 * @param {Scene} scene
 */
function arrowOf({from, to}, scene) {
  const [start, end] = [pointOf(from, scene), pointOf(to, scene)];
  if (!start || !end) return null;
  const distance = Math.hypot(end.x - start.x, end.y - start.y);
  const gap = Math.min(to.size * GAP, distance / 4);
  if (distance < 1) return null;
  const [dx, dy] = [(end.x - start.x) / distance, (end.y - start.y) / distance];
  const [x, y] = [end.x - dx * gap, end.y - dy * gap];
  const [long, wide] = [Math.min(to.size * LENGTH, distance / 2), to.size * WIDTH];
  const [bx, by] = [x - dx * long, y - dy * long];
  const line = `M${round(start.x + dx * gap)} ${round(start.y + dy * gap)}L${round(bx)} ${round(by)}`;
  const head = `M${round(x)} ${round(y)}L${round(bx - dy * wide)} ${round(by + dx * wide)}`
    + `L${round(bx + dy * wide)} ${round(by - dx * wide)}z`;
  const seat = to.seat === null ? '' : ` of-${to.seat}`;
  return element('g', {class: `arrow${seat}`, 'data-from': from.place, 'data-to': to.place}, [
    element('path', {class: 'under', d: line}), element('path', {class: 'line', d: line}),
    element('path', {class: 'head', d: head}),
  ]);
}

/** @param {number} length In hundredths of a unit. */
function round(length) {
  return Math.round(length * 100) / 100;
}
