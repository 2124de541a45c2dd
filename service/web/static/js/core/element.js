// The base classes of all custom elements: batched rendering, which waits while a button is pressed.

import {render} from '../../vendor/lit-html/lit-html.js';

/** Milliseconds after a release in which its click comes: a tap becomes a click a little later. */
const CLICKED = 50;
/** Milliseconds after which a frame is not waited for any more. */
const LONGEST_FRAME = 500;
/** Milliseconds of rendering in a task after which elements that are new wait for the next one. */
const SLICE = 16;
/** @typedef {{draw: () => void, isNew: boolean}} Rendering */
/** @type {Rendering[]} What is rendered after the release. */
const held = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let isPressed = false;

function release() {
  clearTimeout(timer);
  isPressed = false;
  queue.unshift(...held.splice(0));
  stepThrough();
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

/** @type {Rendering[]} What is to be rendered, one a microtask. */
const queue = [];
/** Whether what is new waits for the next task. */
let isPaused = false;
/** When the rendering of this task began; 0: it has not. */
let began = 0;

/** Wait for the next task, so that the browser can answer a press between two parts of much work. */
export async function nextTask() {
  const scheduler = Reflect.get(window, 'scheduler');
  await (scheduler?.yield?.() ?? new Promise((done) => { setTimeout(done); }));
  began = 0;
}

/** Return how long this task has been rendering, and begin to measure a new one. */
function rendering() {
  if (began) return performance.now() - began;
  began = performance.now();
  setTimeout(() => { began = 0; });
  return 0;
}

/** Render the first of the queue; in a long task, the first that is not new: what is there answers at once. */
function step() {
  if (!queue.length) return;
  const isLong = isPaused || rendering() > SLICE;
  const at = isLong ? queue.findIndex(({isNew}) => !isNew) : 0;
  const [next] = at < 0 ? [] : queue.splice(at, 1);
  if (!next) return pause();
  if (isPressed) held.push(next);
  else next.draw();
}

function stepThrough() {
  queue.forEach(() => queueMicrotask(step));
}

function pause() {
  if (isPaused) return;
  isPaused = true;
  void nextTask().then(() => {
    isPaused = false;
    stepThrough();
  });
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
    this.update();
    super.connectedCallback();
  }

  draw() {
    // what the page has shown until now
    if (!this.dataset['rendered']) this.replaceChildren(...this.querySelectorAll(':scope > .first'));
    this.dataset['rendered'] = 'true';
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
