// The layer of rings: what may be pressed, what is pressed, what changed last, and where the focus of the grid is.

import {element} from './drawing.js';

/** @typedef {import('./types.d.ts').PlaceInfo} PlaceInfo */
/** @typedef {{places: Map<string, PlaceInfo>, pieces: import('./pieces.js').Pieces}} Board */
/** @typedef {{kind: 'target' | 'chosen' | 'changed' | 'kept' | 'focus', seat?: number, serial?: number}} Ring */
/**
 * @typedef {{
 *   x: number, y: number, reach: number, shape: string, attributes: Record<string, string | number>, node?: SVGElement
 * }} Spot
 */

/** The least radius of a ring in units. */
const RADIUS = 17;
/** Units by which the ring of what others have changed is wider. */
const WIDER = 5;
/** How far above the middle of an area its dot lies, in units: as far as possible, since pieces stand in the middle. */
const HEIGHTS = [56, 42, 28, 14];

/**
 * Return where an id lies: at pieces that stand on the board, or at a place.
 * @param {string} id
 * @param {Board} board
 * @returns {Spot[]}
 */
export function spotsOf(id, {places, pieces}) {
  const stood = pieces.anchored.get(id);
  if (stood) {
    return stood.map(({x, y, size}) => {
      const attributes = {cx: x, cy: y, r: Math.max(RADIUS, size * 0.68)};
      return {x, y, reach: size / 2, shape: 'circle', attributes};
    });
  }
  const place = places.get(id);
  return place ? [spotOfPlace(place)] : [];
}

/**
 * @param {PlaceInfo} place
 * @returns {Spot}
 */
function spotOfPlace({x, y, node}) {
  const read = (/** @type {string} */ name) => Number(node.getAttribute(name) ?? 0);
  if (node.localName === 'circle') {
    const r = Math.max(RADIUS, read('r') + 5);
    return {x, y, reach: r, shape: 'circle', attributes: {cx: x, cy: y, r}};
  }
  if (node.localName === 'rect') {
    const [width, height] = [read('width'), read('height')];
    const box = {x: read('x') + 2, y: read('y') + 2, width: width - 4, height: height - 4, rx: 5};
    return {x, y, reach: Math.min(width, height) / 2, shape: 'rect', attributes: box};
  }
  const clip = node.parentElement?.getAttribute('clip-path');
  const outline = {d: node.getAttribute('d') ?? '', ...(clip ? {'clip-path': clip} : {})};
  return {x, y, reach: RADIUS, shape: 'path', attributes: outline, node};
}

/**
 * Show rings, and no others.
 * @param {Element} layer
 * @param {[id: string, ring: Ring][]} rings
 * @param {Board} board
 */
export function showRings(layer, rings, board) {
  const kept = new Map([...layer.children].map((node) => [node.getAttribute('data-key'), node]));
  for (const [id, ring] of rings) {
    for (const spot of spotsOf(id, board)) {
      const key = `${ring.kind} ${ring.seat ?? ''} ${ring.serial ?? ''} ${id} ${spot.x} ${spot.y}`;
      if (!kept.delete(key)) layer.append(drawn(key, id, ring, spot));
    }
  }
  for (const node of kept.values()) node.remove();
}

/**
 * @param {string} key
 * @param {string} id
 * @param {Ring} ring
 * @param {Spot} spot
 */
function drawn(key, id, {kind, seat}, spot) {
  const {shape, attributes} = spot;
  const around = kind === 'kept' ? widened(attributes) : attributes;
  const lines = [element(shape, {class: 'under', ...around}), element(shape, {class: 'ring', ...around})];
  if (kind === 'target') lines.push(element('path', {class: 'point', ...dotAt(spot)}));
  const style = `mark ${kind} on-${shape}${seat === undefined ? '' : ` of-${seat}`}`;
  return element('g', {class: style, 'data-key': key, 'data-ring': id}, lines);
}

/**
 * Return a ring that is a little wider, so that the ring of a target at the same place does not hide it. The line of an
 * area is wider instead, by the style sheet.
 * @param {Record<string, string | number>} attributes
 */
function widened(attributes) {
  const by = {r: WIDER, x: -WIDER, y: -WIDER, width: 2 * WIDER, height: 2 * WIDER};
  const moved = Object.entries(by).filter(([name]) => name in attributes);
  return {...attributes, ...Object.fromEntries(moved.map(([name, more]) => [name, Number(attributes[name]) + more]))};
}

/**
 * Return the dot of a legal target: at the top of a ring, in the corner of a rectangle, in the middle of an area.
 * @param {Spot} spot
 */
function dotAt({x, y, shape, attributes, node}) {
  if (shape === 'circle') return {d: `M${x} ${y - Number(attributes['r'])}h.01`};
  if (shape === 'rect') {
    // in the left corner: counts stand in the right one
    return {d: `M${Number(attributes['x']) + 4} ${Number(attributes['y']) + 4}h.01`};
  }
  // too high a dot would lie in the next area, or outside of the country, where the area is not drawn
  const [, clip] = /url\(#(.+)\)/.exec(String(attributes['clip-path'])) ?? [];
  const shapes = [node, clip && node?.ownerSVGElement?.querySelector(`[id="${clip}"] path`)];
  const isWithin = (/** @type {number} */ height) => shapes.every((shape) =>
    !(shape instanceof SVGGeometryElement) || shape.isPointInFill({x, y: y - height}));
  return {d: `M${x} ${y - (HEIGHTS.find(isWithin) ?? 0)}h.01`};
}

/**
 * Return the target at a point: of what was hit and what reaches over the point, the one whose centre is nearest, since
 * a piece may cover the next place; else what is chosen there; else the nearest within reach of a finger, unless the
 * point is on another symbol: a tap on it does not mean what lies behind it.
 * @param {Element | null} hit the element under the point
 * @param {{x: number, y: number}} point in units
 * @param {number} finger units
 * @param {{targets: string[], chosen: string[]}} wanted
 * @param {Board} board
 */
export function targetAt(hit, point, finger, {targets, chosen}, board) {
  const open = targets.filter((id) => !chosen.includes(id));
  const piece = /** @type {SVGElement | null | undefined} */ (hit?.closest('[data-piece]'))?.dataset;
  const hits = [piece?.['piece']?.split('#')[0], piece?.['at'], hit?.closest('[data-kind]')?.id];
  const first = hits.find((id) => id && open.includes(id));
  const area = board.places.get(hits[2] ?? '')?.node;
  const spots = [...open, ...chosen].flatMap((id) => spotsOf(id, board).map((spot) => {
    const {x, y, reach, shape} = spot;
    const away = Math.hypot(x - point.x, y - point.y);
    const isUnder = id === first || (away < reach && shape !== 'path' && open.includes(id));
    return {id, spot, away, isUnder, gap: Math.max(0, away - reach)};
  }));
  const [under] = spots.filter(({isUnder}) => isUnder).sort((one, other) => one.away - other.away);
  const [near] = spots.filter(({gap, spot}) => gap < finger && !isBeside(spot, area) && !isCovered(point, spot, board))
    .sort((one, other) => one.gap - other.gap);
  return under?.id ?? chosen.find((id) => hits.includes(id)) ?? near?.id ?? null;
}

/**
 * Whether a target is neither the area that was hit nor in it.
 * @param {Spot} target
 * @param {SVGElement | undefined} area
 */
function isBeside({x, y, node}, area) {
  return area instanceof SVGPathElement && node !== area && !area.isPointInFill({x, y});
}

/**
 * Whether a point is on the symbol of a place or on a piece that is neither the target nor at the target.
 * @param {{x: number, y: number}} point
 * @param {Spot} target
 * @param {Board} board
 */
function isCovered(point, target, {places, pieces}) {
  const isElsewhere = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ reach) =>
    Math.hypot(x - target.x, y - target.y) >= Math.max(reach, target.reach);
  for (const {x, y, node} of places.values()) {
    const read = (/** @type {string} */ name) => Number(node.getAttribute(name) ?? 0);
    if (node.localName === 'circle') {
      if (Math.hypot(x - point.x, y - point.y) < read('r') && isElsewhere(x, y, read('r'))) return true;
    } else if (node.localName === 'rect') {
      const [left, top, width, height] = [read('x'), read('y'), read('width'), read('height')];
      const isOn = point.x > left && point.x < left + width && point.y > top && point.y < top + height;
      if (isOn && isElsewhere(x, y, Math.min(width, height) / 2)) return true;
    }
  }
  return [...pieces.anchored.values()].flat().some(({x, y, size}) =>
    Math.hypot(x - point.x, y - point.y) < size / 2 && isElsewhere(x, y, size / 2));
}
