// The picture of a board with its layers: pieces, rings, and the part that is shown.

import {Camera} from './camera.js';
import {definitions, element} from './drawing.js';
import {boxOf, hideSeats, placesOf, sectionsOf} from './picture.js';
import {Pieces} from './pieces.js';
import {showRings, spotsOf, targetAt} from './targets.js';

/** @typedef {import('./types.d.ts').TitleModule} TitleModule */
/** @typedef {import('./types.d.ts').Piece} Piece */
/** @typedef {import('./types.d.ts').Box} Box */
/** @typedef {import('./targets.js').Ring} Ring */

/** Pixels around a target that belong to it: half of what a finger needs. */
const FINGER = 22;

export class Scene {
  /** @type {Camera | null} */
  camera = null;
  /** What others have moved, as it is shown. @type {import('./types.d.ts').Traces | null} */
  #traces = null;
  /** What was revealed last. @type {import('./targets.js').Spot[]} */
  #spots = [];
  /** Whether a small board shows its targets larger than the overview. */
  #isNear = false;
  /** What a title shows in a corner. @type {import('./titles/siberia/inset.js').Inset | null} */
  inset = null;

  /**
   * @param {SVGSVGElement} svg
   * @param {TitleModule} title
   * @param {number} seats
   */
  constructor(svg, title, seats) {
    this.svg = svg;
    this.title = title;
    this.whole = boxOf(svg.getAttribute('viewBox'));
    hideSeats(svg, seats);
    this.places = placesOf(svg);
    this.sections = sectionsOf(svg);
    this.used = usedOf(this.whole, this.sections);
    svg.setAttribute('aria-hidden', 'true');
    svg.setAttribute('preserveAspectRatio', 'xMidYMid slice');
    svg.append(definitions(title.SYMBOLS));
    this.veils = element('g', {class: 'veils'});
    this.#layer('board-map').append(this.veils);
    // no ring hides a count
    const badges = element('g', {class: 'badges'});
    svg.append(badges);
    this.pieces = new Pieces(this.#layer('board-pieces'), title.SYMBOLS, badges);
  }

  /** @param {string} id */
  #layer(id) {
    return this.svg.querySelector(`#${id}`) ?? this.svg;
  }

  /**
   * Take the frame that shows the picture, which stays hidden until `appear()`: it is laid out once, with its pieces.
   * @param {HTMLElement} frame
   * @param {AbortSignal} signal
   */
  enter(frame, signal) {
    this.svg.style.display = 'none';
    frame.style.aspectRatio = `${this.whole.width} / ${this.whole.height}`;
    this.camera = new Camera(frame, this.svg, this.whole, signal);
    this.overview();
  }

  appear() {
    this.svg.style.display = '';
  }

  /** Show the whole board if it is legible and fills most of the width, otherwise the map at its full width. */
  overview() {
    const {camera, whole} = this;
    if (!camera) return;
    const {clientWidth, clientHeight} = camera.frame;
    const scale = Math.min(clientWidth / whole.width, clientHeight / whole.height);
    const filled = scale / (clientWidth / whole.width);
    const isLegible = filled > 0.9 || (scale > LEGIBLE && filled > 0.6);
    this.#isNear = false;
    camera.fit(isLegible ? whole : (this.sections.get('map') ?? whole));
  }

  /**
   * Zoom by a key. Returns whether the key zooms.
   * @param {string} key
   */
  zoomKey(key) {
    if (key === '+' || key === '=') this.camera?.step(1);
    else if (key === '-') this.camera?.step(-1);
    else if (key === '0') this.overview();
    else return false;
    return true;
  }

  /**
   * Show a section.
   * @param {string} name
   */
  fit(name) {
    const box = this.sections.get(name);
    this.#isNear = false;
    if (box) this.camera?.fit(box, this.used);
  }

  /**
   * Show the pieces of a view, and which places are not in play, or used up.
   * @param {Piece[]} pieces
   * @param {string[]} closed
   * @param {boolean} isAnimated
   */
  show(pieces, closed, isAnimated) {
    this.pieces.show(pieces, this.places, isAnimated);
    const off = new Set(closed);
    for (const {id, node} of this.places.values()) {
      if (node.classList.contains('closed') !== off.has(id)) this.#close(node);
    }
  }

  /**
   * Veil a place, with what is printed on it, or unveil it.
   * @param {SVGGraphicsElement} node
   */
  #close(node) {
    const isClosed = node.classList.toggle('closed');
    if (node.localName !== 'rect') return;
    const old = [...this.veils.children].find((veil) => veil.getAttribute('data-veils') === node.id);
    if (!isClosed || old) return old?.remove();
    const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => node.getAttribute(name) ?? 0);
    this.veils.append(
      element('rect', {
        class: 'veil',
        'data-veils': node.id,
        x: x ?? 0,
        y: y ?? 0,
        width: width ?? 0,
        height: height ?? 0,
      }),
    );
  }

  /** @param {[string, Ring][]} rings */
  ring(rings) {
    const pressable = new Set(rings.filter(([, {kind}]) => kind === 'target').map(([id]) => id));
    for (const {id, node} of this.places.values()) {
      if (node.classList.contains('pressable') !== pressable.has(id)) node.classList.toggle('pressable');
    }
    for (const [anchor, stood] of this.pieces.anchored) {
      for (const {node} of stood) {
        if (node.classList.contains('pressable') !== pressable.has(anchor)) node.classList.toggle('pressable');
      }
    }
    showRings(this.#layer('board-targets'), rings, this);
  }

  /**
   * Show what others have moved: arrows, and ghosts of what stands there no more.
   * @param {import('./types.d.ts').Traces | null} traces
   */
  trace(traces) {
    if (traces === this.#traces || (!this.#traces && !traces?.moves.length && !traces?.gone.length)) return;
    this.#traces = traces;
    import('./traces.js').then(({showTraces}) => {
      if (this.#traces === traces) showTraces(traces, this);
    }, () => {});
  }

  /**
   * Move the board to the section of the first target if none of the targets is shown; on a small board, show targets
   * so large that a finger hits them, and the overview again after them, unless a person has moved the board. Those of
   * the map come before all others, and what the question shows itself needs no move.
   * @param {string[]} targets
   */
  reveal(targets) {
    const {camera} = this;
    const all = targets.flatMap((id) => (this.title.isAsked?.(id) ? [] : spotsOf(id, this)));
    const map = this.sections.get('map');
    const onMap = all.filter((spot) => map && isInside(spot, map));
    const spots = onMap.length ? onMap : all;
    const [first] = spots;
    this.#spots = spots;
    if (this.#isNear && camera?.isFitted) this.overview();
    if (!first || !camera) return;
    if (!spots.some(({x, y}) => camera.isShown(x, y))) this.#turnTo(first);
    // a larger board has larger targets
    if (camera.frame.clientWidth < 760) import('./approach.js').then(({approach}) => {
      if (this.#spots === spots) this.#isNear = approach(camera, spots);
    }, () => {});
  }

  /** @param {import('./targets.js').Spot} spot */
  #turnTo(spot) {
    if (this.inset?.holds(spot)) {
      // on a small board without the inset, the section is shown instead of the map
      return this.inset.isVisible ? undefined : this.fit(this.inset.section);
    }
    for (const [name, box] of this.sections) {
      if (isInside(spot, box) && !name.startsWith('panel-')) return this.camera?.fit(box, this.used);
    }
  }

  /** @param {string} id */
  spot(id) {
    return spotsOf(id, this)[0] ?? null;
  }

  /**
   * Return the target of a click, if any.
   * @param {MouseEvent} event
   * @param {{targets: string[], chosen: string[]}} wanted
   */
  pressed(event, wanted) {
    if (!this.camera || this.camera.wasDragged) return null;
    const hit = event.target instanceof Element ? event.target : null;
    if (this.inset?.svg.contains(hit)) return this.inset.pressed(event, wanted, this);
    const point = this.camera.unitsAt(event.clientX, event.clientY);
    return targetAt(hit, point, FINGER / this.camera.scale, wanted, this);
  }
}

/** Pixels of a unit from which figures of 19 units have 12 pixels. */
const LEGIBLE = 0.65;

/**
 * @param {{x: number, y: number}} spot
 * @param {Box} box
 */
function isInside(spot, {x, y, width, height}) {
  return spot.x >= x && spot.x <= x + width && spot.y >= y && spot.y <= y + height;
}

/**
 * Return the part of a picture that this game uses: panels of absent seats below it are empty.
 * @param {Box} whole
 * @param {Map<string, Box>} sections
 * @returns {Box}
 */
function usedOf(whole, sections) {
  const bottom = Math.max(...[...sections.values()].map(({y, height}) => y + height));
  return {...whole, height: bottom > whole.y ? Math.min(whole.height, bottom - whole.y) : whole.height};
}
