// The base classes of all custom elements: batched rendering, which waits while a button is pressed.

import {render} from '../../vendor/lit-html/lit-html.js';

/** Milliseconds after a release in which its click comes: a tap becomes a click a little later. */
const CLICKED = 50;
/** Milliseconds after which a frame is not waited for any more. */
const LONGEST_FRAME = 500;
/** Milliseconds of a task after which what is new waits for the next one: no press waits for a whole page. */
const SLICE = 16;
/** @type {(() => void)[]} What is rendered after the release. */
const held = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let isPressed = false;

function release() {
  clearTimeout(timer);
  isPressed = false;
  for (const draw of held.splice(0)) draw();
}

// a button that is moved or replaced between press and release gets no click
document.addEventListener('pointerdown', ({button, target}) => {
  clearTimeout(timer);
  isPressed = !button && target instanceof Element && Boolean(target.closest('button'));
}, true);
for (const type of ['pointerup', 'pointercancel']) document.addEventListener(type, () => {
  timer = setTimeout(release, CLICKED);
}, true);
// the window is the last to handle a click
window.addEventListener('click', release);

/** @type {{draw: () => void, isNew: boolean}[]} What is to be rendered, one a microtask. */
const queue = [];
/** Whether the queue waits for the next task. */
let isPaused = false;
/** When this task began to render, or 0. */
let began = 0;

/** Go on in the next task: presses and frames come first. @returns {Promise<void>} */
export function nextTask() {
  began = 0;
  return Reflect.get(window, 'scheduler')?.yield?.() ?? new Promise((done) => { setTimeout(done); });
}

/** Whether this task has rendered for long. */
function isLong() {
  if (began) return performance.now() - began > SLICE;
  began = performance.now();
  setTimeout(() => { began = 0; });
  return false;
}

/** Render the first of the queue, or wait with it. */
function step() {
  const [next] = queue;
  if (isPaused || !next) return;
  if (isLong() && next.isNew) {
    isPaused = true;
    void nextTask().then(() => {
      isPaused = false;
      queue.forEach(() => queueMicrotask(step));
    });
    return;
  }
  queue.shift();
  if (isPressed) held.push(next.draw);
  else next.draw();
}

/** Wait until what was rendered is on the screen. A page that is not visible has no frames. */
export function painted() {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, LONGEST_FRAME);
  });
}

/** Calls `draw()` after `update()`, once a microtask, or after the release of the button that is pressed. */
export class BatchedElement extends HTMLElement {
  #isQueued = false;
  #isNew = true;
  #leaving = new AbortController();

  /** Aborts when the element leaves the page: pass it to requests and listeners. */
  get leaving() {
    return this.#leaving.signal;
  }

  connectedCallback() {
    if (this.leaving.aborted) this.#leaving = new AbortController();
    this.connected();
  }

  disconnectedCallback() {
    this.#leaving.abort();
    this.disconnected();
  }

  /** Called when the element enters the page. */
  connected() {}

  /** Called when the element leaves the page. */
  disconnected() {}

  /** Render soon. Several calls render once. */
  update() {
    if (this.#isQueued) return;
    this.#isQueued = true;
    const draw = () => {
      this.#isQueued = this.#isNew = false;
      if (this.isConnected) this.draw();
    };
    queue.push({draw, isNew: this.#isNew});
    queueMicrotask(step);
  }

  /** Render now. */
  draw() {}
}

/** Renders `view()` with lit-html into the element itself. In listeners of the template `this` is the element. */
export class LudoElement extends BatchedElement {
  connectedCallback() {
    if (this.firstChild && !this.dataset['rendered']) this.replaceChildren(...this.querySelectorAll(':scope > .first'));
    this.dataset['rendered'] = 'true';
    this.update();
    super.connectedCallback();
  }

  draw() {
    render(this.view(), this, {host: this});
    this.rendered();
  }

  /**
   * Return what the element shows: a template of lit-html.
   * @returns {unknown}
   */
  view() {
    return null;
  }

  /** Called after each rendering. */
  rendered() {}
}

/**
 * Define a custom element, once.
 * @param {string} name
 * @param {CustomElementConstructor} element
 */
export function define(name, element) {
  if (!customElements.get(name)) customElements.define(name, element);
}
