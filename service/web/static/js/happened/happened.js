// What has happened since the own turn: the steps of the others, their traces on the board, and the card that tells it.

import {beginningOf, isNews, seatOf} from '../table/groups.js';
import {card} from './card.js';
import {NOTHING, tracesOf} from './moves.js';
import {Pace} from './pace.js';
import {sinceOf} from './since.js';
import {toldOf} from './told.js';
import {Versions} from './versions.js';

/** @typedef {import('../table/state.js').TableState} TableState */
/** @typedef {import('./since.js').Since} Since */

/** Milliseconds without events after which the traces are read. */
const QUIET = 300;

/** Fires `change` when something else is to be shown. */
export class Happened extends EventTarget {
  /** @type {Since | null} */ since = null;
  /** The steps that are being shown; null: none. @type {Pace | null} */ steps = null;
  /** What others have moved, for the board. */ traces = NOTHING;
  /** Whether the card shows its sentences; null: as the page has room. @type {boolean | null} */ isOpen = null;
  #events = /** @type {readonly unknown[]} */ ([]);
  /** The versions whose traces are known. */ #traced = '';
  /** Whether events before the known ones were asked for. */ #hasAsked = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;

  /**
   * @param {TableState} state
   * @param {AbortSignal} signal
   */
  constructor(state, signal) {
    super();
    this.state = state;
    this.signal = signal;
    this.versions = new Versions(state, signal);
    state.addEventListener('change', () => this.#look(), {signal});
    this.#look();
  }

  /**
   * Show step by step what others do.
   * @param {{shownAt: number}} others When the last act was shown.
   */
  async pace(others) {
    const {signal, state} = this;
    const steps = new Pace(state, this.versions, others, signal);
    this.steps = steps;
    // they can be skipped before the first one has come
    this.dispatchEvent(new Event('change'));
    try {
      await steps.run(() => this.#trace(steps.version).catch(() => {}));
    } finally {
      this.steps = null;
      state.release();
      this.#readSoon();
    }
  }

  /** Take over new events. */
  #look() {
    const {events, seat} = this.state;
    if (events === this.#events || seat === null) return;
    this.#events = events;
    const before = this.since?.from;
    this.since = sinceOf(events, seat);
    // a card over the board is opened for one turn
    if (this.since?.from !== before && this.isOpen) this.isOpen = null;
    if (!this.since?.isOpen) this.#show(NOTHING);
    else if (!this.steps && !this.state.isHeld) this.#readSoon();
    this.dispatchEvent(new Event('change'));
  }

  #readSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#read().catch(() => {}), QUIET);
  }

  async #read() {
    const {since, state} = this;
    if (!since?.isOpen || this.signal.aborted) return;
    if (since.origin === 'unknown' && !this.#hasAsked) {
      // the own decision may be among the events that the page does not have
      this.#hasAsked = true;
      await state.earlier();
      return;
    }
    if (!this.steps) await this.#trace(since.to);
  }

  /** @param {number} to The last version whose traces are shown. */
  async #trace(to) {
    const {since, state: {seat}} = this;
    const wanted = `${since?.from} ${to}`;
    if (!since?.isOpen || seat === null || to <= since.from || wanted === this.#traced) return;
    const history = await this.versions.read(since.from, to);
    if (since !== this.since || history.last < to) return;
    this.#traced = wanted;
    this.#show(tracesOf(history, since.from, to, seat));
  }

  /** @param {import('./moves.js').Traces} traces */
  #show(traces) {
    if (traces === this.traces) return;
    if (traces === NOTHING) this.#traced = '';
    this.traces = traces;
    this.dispatchEvent(new Event('change'));
  }

  /** What is told: the events since the own turn, up to the next one. */
  get told() {
    const events = this.since?.events.filter(isNews) ?? [];
    const own = events.findIndex((event) => beginningOf(event) === 'turn' && seatOf(event) === this.state.seat);
    return own < 0 ? events : events.slice(0, own);
  }

  /** The same as a text. */
  get text() {
    return toldOf(this);
  }

  /** @param {{again: () => void, isFolded: boolean}} options */
  card(options) {
    return this.since?.isOpen ? card(this, options) : null;
  }
}
