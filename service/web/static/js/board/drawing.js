// Elements of SVG for symbols and pieces.

import {html, nothing, svg} from '../../vendor/lit-html/lit-html.js';
import {seatShape} from '../core/seats.js';

/** @typedef {import('./types.d.ts').Piece} Piece */
/** @typedef {import('./types.d.ts').Drawing} Drawing */

const NAMESPACE = 'http://www.w3.org/2000/svg';
/** The side of a symbol, and of the mark of a seat, in their own units. */
const SYMBOL = 24;
const MARK = 14;
/** Where a number stands on a symbol: x, base line, size. */
const FIGURE = /** @type {const} */ ([19, 24, 15]);

/**
 * Return a new element of SVG.
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {Element[]} [children]
 * @returns {SVGGraphicsElement}
 */
export function element(name, attributes = {}, children = []) {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return /** @type {SVGGraphicsElement} */ (made);
}

/**
 * Return the definitions of symbols, with the ids `piece-<kind>`.
 * @param {Record<string, Drawing>} drawings
 */
export function definitions(drawings) {
  const symbols = Object.entries(drawings).map(([kind, {d, line}]) => {
    const paths = d.map((path) => element('path', {d: path}));
    if (line) paths.push(element('path', {d: line, class: 'line'}));
    return element('symbol', {id: `piece-${kind}`, viewBox: '0 0 24 24', overflow: 'visible'}, paths);
  });
  return element('defs', {}, symbols);
}

/**
 * Return what a piece looks like, around the point 0, 0.
 * @param {Piece} piece
 * @param {Record<string, Drawing>} drawings
 */
export function body(piece, drawings) {
  const {size, text: figure} = piece;
  const {cut, label} = drawings[piece.kind] ?? {};
  const scale = size / SYMBOL;
  /** @type {Record<string, string | number>} */
  const attributes = {class: 'body'};
  const children = [used(piece.kind, 0, 0, size)];
  if (cut && piece.seat !== null) children.push(mark(piece.seat, cut, scale));
  const faces = piece.faces ?? [];
  const face = faces.length > 1 ? 0.46 : 0.72;
  faces.forEach((kind, number) => {
    children.push(used(kind, 0, (number - (faces.length - 1) / 2) * size * 0.46, size * face));
  });
  if (figure) {
    const [x, y, height] = label ?? FIGURE;
    const text = element('text', {x: (x - SYMBOL / 2) * scale, y: (y - SYMBOL / 2) * scale});
    text.textContent = figure;
    children.push(text);
    attributes['font-size'] = height * scale;
  }
  return element('g', attributes, children);
}

/**
 * @param {string} kind
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function used(kind, x, y, size) {
  const at = {x: x - size / 2, y: y - size / 2, width: size, height: size};
  return element('use', {href: `#piece-${kind}`, class: `face-${kind}`, ...at});
}

/**
 * @param {number} seat
 * @param {[number, number, number]} cut
 * @param {number} scale
 */
function mark(seat, [x, y, size], scale) {
  const side = (size / MARK) * scale;
  const [left, top] = [(x - SYMBOL / 2) * scale - (MARK / 2) * side, (y - SYMBOL / 2) * scale - (MARK / 2) * side];
  return element('path', {class: 'cut', d: seatShape(seat), transform: `translate(${left} ${top}) scale(${side})`});
}

/**
 * Return a symbol as a picture of its own, for use outside the board.
 * @param {Drawing | undefined} drawing
 */
export function icon(drawing) {
  if (!drawing) return nothing;
  const {d, line} = drawing;
  return html`<svg class="symbol" viewBox="0 0 24 24" aria-hidden="true">
    ${d.map((path) => svg`<path d=${path} />`)}${line ? svg`<path class="line" d=${line} />` : nothing}
  </svg>`;
}
