// The base class of all custom elements: batched rendering with lit-html into the element itself.

import {render} from '../../vendor/lit-html/lit-html.js';

/** Renders `view()` after `update()`, once a microtask. In listeners of the template `this` is the element. */
export class LudoElement extends HTMLElement {
  #isQueued = false;
  #leaving = new AbortController();

  /** Aborts when the element leaves the page: pass it to requests and listeners. */
  get leaving() {
    return this.#leaving.signal;
  }

  connectedCallback() {
    if (this.#leaving.signal.aborted) this.#leaving = new AbortController();
    if (this.firstChild && !this.dataset['rendered']) this.replaceChildren();
    this.dataset['rendered'] = 'true';
    this.update();
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
    queueMicrotask(() => {
      this.#isQueued = false;
      if (this.isConnected) {
        render(this.view(), this, {host: this});
        this.rendered();
      }
    });
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
