// What the others do at a table. Their first act loads what shows it: the steps, the marks, the card.

/** @typedef {import('../happened/happened.js').Happened} Happened */
/** @typedef {import('../core/types.js').SeenEvent} SeenEvent */
/** @typedef {import('./state.js').TableState} TableState */

/** Milliseconds that an act is shown before the next one. */
const STEP = 700;
/** How many acts are shown step by step: more have come while nobody has looked. */
export const MOST = 40;
/** Milliseconds after which the present is shown, although what the steps need has not come. */
export const PATIENCE = 5_000;
const calm = matchMedia('(prefers-reduced-motion: reduce)');

export class Others {
  /** What shows their acts; null: it is not loaded. @type {Happened | null} */
  shown = null;
  /** When the last act was shown. */ shownAt = -Infinity;
  /** @type {Promise<Happened> | null} */ #loading = null;

  /**
   * @param {TableState} state
   * @param {() => void} update Called when there is something else to show.
   * @param {AbortSignal} signal
   */
  constructor(state, update, signal) {
    this.state = state;
    this.update = update;
    this.signal = signal;
    state.isPaced = () => this.#isPaced;
    state.addEventListener('added', (event) => this.#added(/** @type {CustomEvent<SeenEvent[]>} */ (event)), {signal});
    state.addEventListener('change', () => {
      const isPlayed = state.seat !== null && state.game?.status === 'running';
      if (!this.#loading && isPlayed && this.#actsIn(state.events)) this.load().catch(() => {});
    }, {signal});
  }

  /** @param {SeenEvent[]} events */
  #actsIn(events) {
    const {game, seat} = this.state;
    return events.filter(({record}) =>
      record.seat !== null && record.seat !== seat && record.type.startsWith(`${game?.ruleset}.`)).length;
  }

  /** Whether somebody sees the steps, and something may move. */
  get #isPaced() {
    const {state} = this;
    // who has resigned waits for nothing: bots play the rest at once
    const isOut = state.seat !== null && state.game?.seats[state.seat]?.resigned;
    return !calm.matches && !document.hidden && !state.past && !isOut && state.view !== null;
  }

  /**
   * Show step by step what others have done, unless nobody sees it, nothing may move, or the person is about to decide
   * at the same time. One act that comes by itself is a step.
   * @param {CustomEvent<SeenEvent[]>} event
   */
  #added({detail: events}) {
    const {state} = this;
    const acts = this.#actsIn(events);
    // while the own answer is on its way, its decision is still there; the next one may be known before these events
    const isFree = !state.own || state.isSending || state.isBehind;
    if (!acts || acts > MOST || !this.#isPaced || !isFree || state.isHeld) return;
    const since = performance.now() - this.shownAt;
    if (acts === 1 && since > STEP) {
      this.shownAt = performance.now();
      return;
    }
    state.isHeld = true;
    /** @type {Promise<never>} */
    const late = new Promise((_, refuse) => setTimeout(refuse, PATIENCE));
    Promise.race([this.load(), late]).then((shown) => shown.pace(this)).catch(() => state.release());
  }

  /** @returns {Promise<Happened>} */
  load() {
    this.#loading ??= import('../happened/happened.js').then(({Happened}) => {
      this.shown = new Happened(this.state, this.signal);
      this.shown.addEventListener('change', this.update, {signal: this.signal});
      this.update();
      return this.shown;
    }).catch((error) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }
}
