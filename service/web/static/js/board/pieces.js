// The layer of the pieces: an element for each piece, which is kept when the piece moves.

import {body, element} from './drawing.js';

/** @typedef {import('./types.d.ts').Piece} Piece */
/** @typedef {import('./types.d.ts').PlaceInfo} PlaceInfo */
/** @typedef {import('./types.d.ts').Drawing} Drawing */
/** @typedef {{piece: Piece, node: SVGGraphicsElement, x: number, y: number, size: number, look: string}} Stood */

/** Milliseconds of a change, and of a move over the whole board: an eye follows a unit in a millisecond. */
const [MOVE, FAR] = [200, 450];
const calm = matchMedia('(prefers-reduced-motion: reduce)');

export class Pieces {
  /** The pieces that stand on the board, by id. @type {Map<string, Stood>} */
  standing = new Map();
  /** The same by anchor: equal pieces have one. @type {Map<string, Stood[]>} */
  anchored = new Map();

  /**
   * @param {Element} layer
   * @param {Record<string, Drawing>} drawings
   * @param {Element} badges The layer of counts.
   */
  constructor(layer, drawings, badges) {
    this.layer = layer;
    this.drawings = drawings;
    this.badges = badges;
  }

  /**
   * Show the pieces.
   * @param {Piece[]} pieces
   * @param {Map<string, PlaceInfo>} places
   * @param {boolean} isAnimated
   */
  show(pieces, places, isAnimated) {
    const moves = isAnimated && !calm.matches && this.standing.size > 0;
    const points = arranged(pieces, places);
    const kept = this.#matched(points);
    for (const [id, stood] of this.standing) if (!kept.has(stood)) this.#remove(id, stood, moves);
    /** @type {Map<string, Stood>} */
    const next = new Map();
    for (const [piece, at] of points) {
      const {before} = at;
      const stood = before ? this.#moved(before, piece, at, moves) : this.#added(piece, at, moves);
      if (!before) (piece.kind === 'badge' ? this.badges : this.layer).append(stood.node);
      next.set(piece.id, stood);
    }
    this.standing = next;
    this.anchored.clear();
    for (const [id, stood] of next) {
      const [anchor = id] = id.split('#');
      this.anchored.set(anchor, [...(this.anchored.get(anchor) ?? []), stood]);
    }
  }

  /**
   * Give each piece the element that it had, or that of a piece of its kind and seat that is gone.
   * @param {Map<Piece, {x: number, y: number, before?: Stood}>} points
   */
  #matched(points) {
    /** @type {Set<Stood>} */
    const kept = new Set();
    for (const [piece, at] of points) {
      const same = this.standing.get(piece.id);
      if (same && same.piece.kind === piece.kind && same.piece.seat === piece.seat) {
        at.before = same;
        kept.add(same);
      }
    }
    const free = [...this.standing.values()].filter((stood) => !kept.has(stood));
    if (!free.length) return kept;
    for (const [piece, at] of points) {
      if (at.before) continue;
      const found = free.findIndex(({piece: gone}) => gone.kind === piece.kind && gone.seat === piece.seat);
      const [moved] = found < 0 ? [] : free.splice(found, 1);
      if (!moved) continue;
      at.before = moved;
      kept.add(moved);
    }
    return kept;
  }

  /**
   * @param {Stood} stood
   * @param {Piece} piece
   * @param {{x: number, y: number}} at
   * @param {boolean} isAnimated
   * @returns {Stood}
   */
  #moved(stood, piece, {x, y}, isAnimated) {
    const {node} = stood;
    const look = lookOf(piece);
    if (look !== stood.look) node.replaceChildren(body(piece, this.drawings));
    if (stood.piece.id !== piece.id || stood.piece.place !== piece.place || look !== stood.look) named(node, piece);
    if (x !== stood.x || y !== stood.y) {
      node.setAttribute('transform', `translate(${x} ${y})`);
      const from = `translate(${stood.x - x}px, ${stood.y - y}px)`;
      const distance = Math.hypot(x - stood.x, y - stood.y);
      const timing = {duration: Math.min(FAR, Math.max(MOVE, distance)), easing: 'ease-out'};
      if (isAnimated) node.firstElementChild?.animate({transform: [from, 'none']}, timing);
    }
    return {piece, node, x, y, size: piece.size, look};
  }

  /**
   * @param {Piece} piece
   * @param {{x: number, y: number}} at
   * @param {boolean} isAnimated
   * @returns {Stood}
   */
  #added(piece, {x, y}, isAnimated) {
    const node = element('g', {transform: `translate(${x} ${y})`}, [body(piece, this.drawings)]);
    named(node, piece);
    if (isAnimated) node.animate({opacity: [0, 1]}, {duration: MOVE});
    return {piece, node, x, y, size: piece.size, look: lookOf(piece)};
  }

  /**
   * @param {string} id
   * @param {Stood} stood
   * @param {boolean} isAnimated
   */
  #remove(id, {node}, isAnimated) {
    this.standing.delete(id);
    if (!isAnimated) return node.remove();
    delete node.dataset['piece'];
    this.layer.append(node);
    node.animate({opacity: [1, 0]}, {duration: MOVE, fill: 'forwards'}).finished.then(
      () => node.remove(),
      () => {},
    );
  }
}

/**
 * @param {SVGGraphicsElement} node
 * @param {Piece} piece
 */
function named(node, piece) {
  node.setAttribute('class', `piece kind-${piece.kind}${piece.seat === null ? '' : ` of-${piece.seat}`}`);
  node.dataset['piece'] = piece.id;
  node.dataset['at'] = piece.place;
  node.dataset['count'] = String(piece.count);
}

/** @param {Piece} piece */
function lookOf(piece) {
  return `${piece.kind} ${piece.seat} ${piece.count} ${piece.text} ${piece.size} ${piece.faces}`;
}

/**
 * Return the position of each piece whose place the picture has.
 * @param {Piece[]} pieces
 * @param {Map<string, PlaceInfo>} places
 */
function arranged(pieces, places) {
  /** @type {Map<Piece, {x: number, y: number, before?: Stood}>} */
  const points = new Map();
  for (const piece of pieces) {
    const place = places.get(piece.place);
    const [dx = 0, dy = 0] = piece.offset;
    if (place) points.set(piece, {x: place.x + dx, y: place.y + dy});
  }
  return points;
}
