// Every symbol explains itself: name, effect and rule in a small window, by pointer, focus, tap and the key `x`.

import {html, nothing, render} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {t} from '../core/texts.js';
import {explained, guideOf, keysOf, styled, symbol} from './guide.js';

/** @typedef {import('../core/types.js').Explained} Explained */
/** @typedef {import('./guide.js').Guide} Guide */
/** @typedef {import('./state.js').TableState} TableState */
/** @typedef {{node: Element, what: Explained}} Found What is explained, and the element that shows it. */

/** Milliseconds for which a pointer rests, or a finger presses, until the window opens. */
const REST = 450;
/** Milliseconds in which a pointer can go from a symbol to its window, or to the next symbol. */
const GRACE = 250;
/** Pixels between a symbol and its window, and between the window and the edge of the page. */
const GAP = 10;

export class Explainer {
  /** @type {Guide | null} */ #guide = null;
  /** @type {HTMLElement} */ #box;
  /** @type {Element | null} What is explained now. */ #shown = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  /** Whether the last press has chosen something, or has opened the window: its click explains nothing. */
  #isSpent = false;
  /** Whether the click of a long press is still to come. */
  #isHeld = false;
  /** What the browser would show over the board: the element, and its text. @type {[Element, string] | null} */
  #hushed = null;

  /**
   * @param {HTMLElement} table
   * @param {TableState} state
   * @param {AbortSignal} signal
   */
  constructor(table, state, signal) {
    this.table = table;
    this.state = state;
    styled();
    this.#box = document.createElement('div');
    this.#box.id = 'explanation';
    this.#box.className = 'explanation';
    this.#box.setAttribute('role', 'note');
    this.#box.setAttribute('aria-label', t('Explanation'));
    this.#box.hidden = true;
    table.append(this.#box);
    const options = {signal};
    /** @type {[keyof HTMLElementEventMap, (event: any) => void][]} */
    const listeners = [
      ['pointerover', (event) => this.#over(event)],
      ['pointermove', (event) => event.pointerType === 'mouse' && this.#over(event)],
      ['pointerdown', (event) => this.#down(event)],
      ['pointerup', () => clearTimeout(this.#timer)],
      ['pointercancel', () => clearTimeout(this.#timer)],
      ['pointerleave', () => this.#leave()],
      ['focusin', (event) => this.#focused(event)],
      ['click', (event) => this.#isSpent || void this.#explain(event)],
    ];
    for (const [type, listener] of listeners) table.addEventListener(type, listener, options);
    table.addEventListener('pick', () => {
      this.#isSpent = true;
    }, options);
    // the click of a long press would choose what it has explained
    table.addEventListener('click', (event) => {
      if (!this.#isHeld) return;
      this.#isHeld = false;
      event.preventDefault();
      event.stopPropagation();
    }, {...options, capture: true});
    table.addEventListener('contextmenu', (event) => this.#isHeld && event.preventDefault(), options);
    document.addEventListener('keydown', (event) => this.#key(event), {...options, capture: true});
    for (const type of ['wheel', 'resize', 'scroll']) {
      window.addEventListener(type, (event) => {
        if (!(event.target instanceof Node) || !this.#box.contains(event.target)) this.hide();
      }, {...options, capture: true, passive: true});
    }
    state.addEventListener('change', () => {
      // a choice may be another one now
      if (!this.#shown?.isConnected || this.#shown.matches('button')) this.hide();
    }, options);
    signal.addEventListener('abort', () => this.#box.remove());
  }

  /** Take the event with which the module was loaded. @param {Event} event */
  async begin(event) {
    await this.#load();
    if (event instanceof KeyboardEvent) {
      this.#key(event);
      if (document.activeElement) this.#focused({target: document.activeElement});
    } else if (event instanceof PointerEvent && event.pointerType === 'mouse') this.#over(event);
  }

  /** Take the click of the tap with which the module was loaded. @param {MouseEvent} click */
  async tapped(click) {
    await this.#load();
    if (!this.#shown) await this.#explain(click);
  }

  async #load() {
    const {game} = this.state;
    if (game) this.#guide ??= await guideOf(game.ruleset).catch(() => null);
    return this.#guide;
  }

  /**
   * Return what is at a place of the page, or around an element.
   * @param {Element | null} hit
   * @param {{x: number, y: number} | null} [point]
   * @returns {Found | null}
   */
  #at(hit, point = null) {
    const guide = this.#guide;
    if (!guide || !hit) return null;
    const marked = hit.closest('[data-explain]');
    if (marked) {
      const what = explained(marked.getAttribute('data-explain') ?? '', guide, this.state);
      return what && {node: marked, what};
    }
    const cell = hit.closest('[role=gridcell]');
    if (cell) return this.#ofPlace(cell.getAttribute('data-key') ?? '', guide);
    if (!hit.closest('.board-frame')) return null;
    // an icon on a place, or a line over it, is in front of it
    const under = point ? document.elementsFromPoint(point.x, point.y) : [hit];
    for (const each of under) {
      const piece = each.closest('[data-piece]');
      const place = each.closest('[data-kind]');
      const found = piece ? this.#ofPiece(/** @type {SVGElement} */ (piece), guide)
        : place && this.#named(place, keysOf(place.getAttribute('data-kind') ?? '', place.id), guide);
      if (found) return found;
      if (each.matches('.board-frame')) break;
    }
    return null;
  }

  /**
   * @param {string} id
   * @param {Guide} guide
   */
  #ofPlace(id, guide) {
    const place = this.table.querySelector(`.board-frame [id="${CSS.escape(id)}"]`);
    return place && this.#named(place, keysOf(place.getAttribute('data-kind') ?? '', id), guide);
  }

  /**
   * @param {SVGElement} node
   * @param {Guide} guide
   */
  #ofPiece(node, guide) {
    const {piece = '', at = ''} = node.dataset;
    const kind = /\bkind-([\w-]+)/.exec(node.getAttribute('class') ?? '')?.[1] ?? '';
    const place = this.table.querySelector(`.board-frame [id="${CSS.escape(at)}"]`);
    const around = place ? keysOf(place.getAttribute('data-kind') ?? '', at) : [];
    // a figure on a die or in a stock tells nothing of its own
    const isFigure = place?.getAttribute('data-kind') !== 'field' && kind === 'badge';
    const what = symbol(isFigure ? around : [...keysOf(kind, piece), ...around], guide);
    /** @type {any} */
    const board = this.table.querySelector('ludo-board');
    const name = board?.labelOf?.(piece);
    return what && {node, what: name && !isFigure ? {...what, name} : what};
  }

  /**
   * @param {Element} node
   * @param {string[]} keys
   * @param {Guide} guide
   * @returns {Found | null}
   */
  #named(node, keys, guide) {
    const what = symbol(keys, guide);
    const title = node.querySelector('title');
    const name = this.#hushed?.[0] === title ? this.#hushed?.[1] : title?.textContent;
    return what && {node, what: {...what, name: name || what.name}};
  }

  /** @param {PointerEvent} event */
  #over({pointerType, target, clientX, clientY}) {
    if (pointerType !== 'mouse' || !(target instanceof Element)) return;
    clearTimeout(this.#timer);
    if (this.#box.contains(target) || this.#shown?.contains(target)) return;
    this.#timer = setTimeout(async () => {
      await this.#load();
      const found = this.#at(target, {x: clientX, y: clientY});
      if (!found) this.hide();
      else if (found.node !== this.#shown) this.show(found, {x: clientX, y: clientY});
    }, this.#shown ? GRACE : REST);
  }

  #leave() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.hide(), GRACE);
  }

  /** @param {PointerEvent} event */
  #down({pointerType, target, clientX, clientY}) {
    this.#isSpent = this.#isHeld = false;
    if (!(target instanceof Element) || this.#box.contains(target)) return;
    clearTimeout(this.#timer);
    this.#isSpent = this.#shown !== null && this.#at(target, {x: clientX, y: clientY})?.node === this.#shown;
    this.hide();
    if (pointerType === 'mouse') return;
    this.#timer = setTimeout(async () => {
      await this.#load();
      const found = this.#at(target, {x: clientX, y: clientY});
      if (!found) return;
      this.#isHeld = true;
      this.show(found, {x: clientX, y: clientY});
    }, REST);
  }

  /** A tap on what chooses nothing explains it. @param {MouseEvent} event */
  async #explain({target, clientX, clientY}) {
    if (!(target instanceof Element)) return;
    await this.#load();
    if (target.closest('button, a, input, summary, [role=gridcell]') || this.#box.contains(target)) return;
    const found = this.#at(target, {x: clientX, y: clientY});
    if (found) this.show(found, {x: clientX, y: clientY});
  }

  /** @param {{target: EventTarget | null}} event */
  #focused({target}) {
    // a long press gives its choice the focus when the finger is lifted
    if (!(target instanceof Element) || this.#box.contains(target) || this.#isHeld) return;
    clearTimeout(this.#timer);
    this.hide();
    if (!target.matches(':focus-visible')) return;
    // with the arrows a person goes over many of them
    this.#timer = setTimeout(async () => {
      await this.#load();
      const found = document.activeElement === target ? this.#at(target) : null;
      if (found) this.show(found);
    }, REST);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const {altKey, ctrlKey, key, metaKey, target} = event;
    // the click of a key is no click of a long press, which a browser may leave out
    this.#isHeld = false;
    if (key === 'Escape' && this.#shown) {
      event.preventDefault();
      event.stopPropagation();
      this.hide();
    } else if (key === 'x' && !altKey && !ctrlKey && !metaKey && target instanceof Element
      && !target.closest('input, select, textarea, dialog[open]')) {
      event.preventDefault();
      void this.#say();
    }
  }

  /** Say what has the focus, or what is explained now. */
  async #say() {
    await this.#load();
    const focused = document.activeElement;
    const found = this.#at(focused);
    if (found) this.show(found);
    // figures have no focus of their own: their list has it
    const listed = !found && focused?.matches('[tabindex]') ? focused.querySelectorAll('li [data-explain]') : [];
    const all = found ? [found] : [...listed].map((one) => this.#at(one));
    const texts = new Set(all.flatMap((one) => (one ? this.#text(one) : [])));
    announce([...texts].join(' ') || t('There is nothing to explain here.'));
  }

  /** @param {Found} found */
  #text({node, what}) {
    const name = what.name || node.textContent?.trim().replaceAll(/\s+/g, ' ') || '';
    return `${name}. ${what.effect} ${this.#rule(what)}.`;
  }

  /** @param {Explained} what */
  #rule({rule}) {
    const title = this.state.words?.rules[rule];
    const number = t('Rule {number}', {number: rule});
    return title ? `${number}: ${title}` : number;
  }

  /**
   * @param {Found} found
   * @param {{x: number, y: number} | null} [point] where the pointer is; otherwise the window is beside the element
   */
  show({node, what}, point = null) {
    if (!node.isConnected) return;
    this.hide();
    this.#shown = node;
    const {ruleset} = this.state.game ?? {};
    render(html`${what.name ? html`<p class="explained">${what.name}</p>` : nothing}
      <p>${what.effect}</p>
      <p class="by-rule"><a href="/rules/${ruleset}#${what.rule}">${this.#rule(what)}</a></p>`, this.#box);
    this.#box.hidden = false;
    this.#hush(node);
    // beside the choices, or above all of them: the window would hide the next ones
    const isBeside = node.closest('.side') !== null;
    const rect = point && !isBeside ? new DOMRect(point.x, point.y, 0, 0) : node.getBoundingClientRect();
    put(this.#box, rect, {isBeside, around: node.closest('.asking')?.getBoundingClientRect()});
    if (node.matches('button, a')) node.setAttribute('aria-describedby', this.#box.id);
  }

  hide() {
    if (!this.#shown) return;
    this.#shown.removeAttribute('aria-describedby');
    this.#shown = null;
    this.#box.hidden = true;
    if (!this.#hushed) return;
    const [title, name] = this.#hushed;
    title.textContent ||= name;
    this.#hushed = null;
  }

  /** Keep the browser from showing the name of a place a second time. @param {Element} node */
  #hush(node) {
    const title = node.querySelector('title');
    if (!title?.textContent) return;
    this.#hushed = [title, title.textContent];
    title.textContent = '';
  }
}

/**
 * Put a box beside a rectangle of the page: below it, else above it, within the page.
 * @param {HTMLElement} box
 * @param {DOMRect} rect
 * @param {{isBeside?: boolean, around?: DOMRect | undefined, floor?: number}} [room]
 *   whether left of it is better; what the box
 *   does not cover if there is no room on the left and enough above; and where the room below ends
 */
export function put(box, {left, right, top, bottom}, {isBeside = false, around, floor} = {}) {
  const {offsetHeight: height, offsetWidth: width} = box;
  const {clientHeight, clientWidth} = document.documentElement;
  const hasLeft = left - GAP - width > GAP;
  const isLeft = isBeside && hasLeft;
  const isOver = isBeside && !isLeft && around !== undefined && around.top - GAP - height > GAP;
  const isBelow = !isLeft && !isOver && bottom + GAP + height < (floor ?? clientHeight) - GAP;
  const isAbove = isOver || !isLeft && !isBelow && top - GAP - height > GAP;
  const lowest = clientHeight - GAP - height;
  const above = (isOver ? around.top : top) - GAP - height;
  const y = isLeft ? top : isBelow ? bottom + GAP : isAbove ? above : lowest;
  // with no room above and below, it stands beside
  const x = isBelow || isAbove ? left : hasLeft ? left - GAP - width : right + GAP;
  box.style.left = `${Math.max(GAP, Math.min(x, clientWidth - GAP - width))}px`;
  box.style.top = `${Math.max(GAP, Math.min(y, lowest))}px`;
}
