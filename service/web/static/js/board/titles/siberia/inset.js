// Shows the own panel in a corner of the board while tokens are placed.

import {element} from '../../drawing.js';
import {targetAt} from '../../targets.js';

/** @typedef {import('../../types.d.ts').Box} Box */
/** @typedef {import('../../scene.js').Scene} Scene */

/** What names an element. Copies have none, so that nothing takes them for the board. */
const NAMES = [
  'id', 'data-kind', 'data-name', 'data-piece', 'data-at', 'data-ring', 'data-key', 'data-seat', 'data-box',
];
/** Pixels around a target that belong to it. */
const FINGER = 12;

export class Inset {
  // the class of boards brings their style sheet
  svg = element('svg', {class: 'ludolog-board board-inset', 'aria-hidden': 'true'});
  section = '';
  /** @type {Box} */
  #box = {x: 0, y: 0, width: 0, height: 0};

  /** Whether it is on the screen. On a small board the style sheet hides it: then it has no more than its border. */
  get isVisible() {
    return this.svg.getBoundingClientRect().height > 2;
  }

  /**
   * Show a section, or none: copies of its places, pieces and rings, as they are now.
   * @param {string} section
   * @param {Scene} scene
   */
  show(section, {svg, sections, places, camera}) {
    const box = sections.get(section);
    this.section = box ? section : '';
    if (!box) return this.svg.remove();
    this.#box = box;
    const found = [...svg.querySelectorAll(`[id="section:${section}"], [data-piece], [data-ring]`)].filter((node) => {
      const {at, ring} = /** @type {SVGElement} */ (node).dataset;
      return node.id || places.get(at ?? ring ?? '')?.section === section;
    });
    this.svg.setAttribute('viewBox', `${box.x} ${box.y} ${box.width} ${box.height}`);
    this.svg.replaceChildren(...found.map(copyOf));
    camera?.frame.append(this.svg);
  }

  /**
   * Whether a point of the board is in the section that is shown.
   * @param {{x: number, y: number}} point
   */
  holds({x, y}) {
    const box = this.#box;
    return this.section !== '' && x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
  }

  /**
   * Return the target of a click in it, if any.
   * @param {MouseEvent} event
   * @param {{targets: string[], chosen: string[]}} wanted
   * @param {Scene} scene
   */
  pressed(event, wanted, scene) {
    const {left, top, width} = this.svg.getBoundingClientRect();
    const {x, y, width: units} = this.#box;
    const unit = units / width;
    const point = {x: x + (event.clientX - left) * unit, y: y + (event.clientY - top) * unit};
    return targetAt(null, point, FINGER * unit, wanted, scene);
  }
}

/** @param {Element} node */
function copyOf(node) {
  const copy = /** @type {Element} */ (node.cloneNode(true));
  for (const part of [copy, ...copy.querySelectorAll('*')]) NAMES.forEach((name) => part.removeAttribute(name));
  return copy;
}
