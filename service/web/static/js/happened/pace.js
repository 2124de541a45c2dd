// Shows what others have done step by step, at a pace that a person can follow, although the log has it all at once.

import {html} from '../../vendor/lit-html/lit-html.js';
import {t} from '../core/texts.js';
import {stepped} from '../replay/steps.js';
import {changedBy} from '../replay/changed.js';
import {MOST, PATIENCE} from '../table/others.js';

/** @typedef {import('../core/types.js').ReplayLine} Line */
/** @typedef {import('../table/state.js').TableState} TableState */
/** @typedef {import('./versions.js').Versions} Versions */

/** Milliseconds of a step at least and at most, and of all steps, if they are not too many. */
const [SHORTEST, LONGEST, ALL] = [400, 1_000, 12_000];

export class Pace {
  /** The version that is shown. */ version = 0;
  /** The sentence of the step that is shown. */ text = '';
  /** What others have changed up to this version: id to the seat that changed it. */ changed = new Map();
  /** @type {readonly Line[]} What others have done, up to this version. */ #lines = [];
  #skipping = new AbortController();

  /**
   * @param {TableState} state
   * @param {Versions} versions
   * @param {{shownAt: number}} others When the last act was shown.
   * @param {AbortSignal} signal
   */
  constructor(state, versions, others, signal) {
    this.state = state;
    this.versions = versions;
    this.others = others;
    this.signal = AbortSignal.any([signal, this.#skipping.signal]);
  }

  /** Show all at once. */
  skip() {
    this.#skipping.abort();
  }

  /**
   * Show the steps up to the last version, also of what others do meanwhile.
   * @param {() => void} shown Called after each step.
   */
  async run(shown) {
    const {state} = this;
    this.version = state.view?.['version'] ?? 0;
    this.#listen();
    try {
      await this.#wait(this.others.shownAt + SHORTEST - performance.now());
      await this.#steps(shown);
    } finally {
      this.skip();
    }
  }

  /** @param {() => void} shown */
  async #steps(shown) {
    const {signal, state} = this;
    while (state.isHeld && !document.hidden && !signal.aborted) {
      if (this.version >= state.version) {
        // the view of the present may come after the last step
        if (state.live?.['version'] >= this.version) return;
        await this.#changed();
        continue;
      }
      // also a request that gets no answer ends with a press
      const history = await Promise.race([this.versions.read(this.version, state.version), this.#wait(PATIENCE)]);
      if (!history || signal.aborted || !state.isHeld || history.last <= this.version) return;
      // they come faster than a person follows
      if (leftAfter(history, this.version) > MOST) return;
      await this.#step(history, shown);
    }
  }

  /**
   * @param {import('../replay/history.js').GameHistory} history
   * @param {() => void} shown
   */
  async #step(history, shown) {
    const {state} = this;
    const to = stepped(history.lines, this.version, 'decision', 1);
    const lines = history.before(to, to - this.version);
    const isOwn = lines[0]?.event.seat === state.seat;
    this.version = to;
    this.#lines = isOwn ? [] : [...this.#lines, ...lines];
    this.changed = changedBy(this.#lines);
    this.text = isOwn ? '' : lines[0]?.event.text ?? '';
    state.view = history.view(to);
    shown();
    state.emit();
    const isSeen = lines.some(({patch}) => !patch || patch.some(({path}) => path.startsWith('/pieces')));
    if (isOwn || !isSeen) return;
    this.others.shownAt = performance.now();
    if (to >= state.version) return;
    await this.#wait(Math.min(LONGEST, Math.max(SHORTEST, ALL / Math.max(1, leftAfter(history, to)))));
  }

  /**
   * Wait for a time, unless the steps are skipped.
   * @param {number} duration Milliseconds.
   * @returns {Promise<null>}
   */
  #wait(duration) {
    return new Promise((done) => {
      const timer = setTimeout(() => done(null), duration);
      this.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        done(null);
      }, {once: true});
    });
  }

  #changed() {
    return new Promise((done) => {
      this.state.addEventListener('change', done, {once: true});
      this.signal.addEventListener('abort', done, {once: true});
    });
  }

  /** A person who presses something, or a key, does not wait. */
  #listen() {
    const {signal} = this;
    const skip = (/** @type {Event} */ {target, type}) => {
      const within = target instanceof Element ? target : null;
      // a key that presses the button does it by its click
      const isHere = type === 'keydown' ? !within?.closest('input, textarea, select, .pacing')
        : within?.closest('ludo-board, .asking');
      if (isHere) this.skip();
    };
    for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, skip, {signal, capture: true});
  }

  view() {
    return html`<p class="pacing"><span>${this.text}</span>
      <button @click=${() => this.skip()}>${t('Skip')}</button></p>`;
  }
}

/**
 * Return how many decisions have followed a version.
 * @param {import('../replay/history.js').GameHistory} history
 * @param {number} at
 */
function leftAfter({lines}, at) {
  return new Set(lines.filter(({version}) => version > at).map(({event}) => event.cause)).size;
}
