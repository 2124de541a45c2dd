// How a table calls for attention: announcements, the title of the tab, and a sound. The icon: core/waiting.js.

import {announce} from '../core/announce.js';
import {t, tn} from '../core/texts.js';
import {isNews} from './groups.js';

/** @typedef {import('../core/types.js').SeenEvent} SeenEvent */
/** @typedef {import('./state.js').TableState} TableState */

/** Milliseconds without events after which those that have come are announced, and after which they are anyhow. */
const [QUIET, LONGEST] = [400, 3_000];
/** A long batch is announced by its last sentences. */
const MOST = 5;

/**
 * Return the sentence of the last event that is news, or that no event has come yet.
 * @param {TableState} state
 */
export function lastText(state) {
  return state.shownEvents.findLast(isNews)?.text ?? t('Loading the game…');
}

export class Alerts {
  /** @type {(() => void) | null} Sounds a tone when the own turn begins; null: silence. */ sound = null;
  /** @type {string[]} */ #texts = [];
  /** What is said after the sentences of events, and is never left out. */ #last = '';
  /** Whether sentences were left out since the own turn was announced last. */ #isCut = false;
  /** What the first game says: the last of all. */ #told = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  /** When the first of the texts came. */ #since = 0;
  #isMyTurn = false;
  #isFirst = true;

  /**
   * @param {TableState} state
   * @param {AbortSignal} signal
   */
  constructor(state, signal) {
    this.state = state;
    state.addEventListener('added', (event) => {
      const events = /** @type {CustomEvent<SeenEvent[]>} */ (event).detail;
      this.#texts.push(...events.flatMap((event) => (event.text && isNews(event) ? [event.text] : [])));
      this.#say();
    }, {signal});
    state.addEventListener('told', (event) => {
      this.#told = /** @type {CustomEvent<string>} */ (event).detail;
      this.#say();
    }, {signal});
    state.addEventListener('change', () => this.#show(), {signal});
  }

  /** Say what comes within a burst as one text, which says how many sentences it leaves out. */
  #say() {
    this.#since ||= Date.now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const left = Math.max(0, this.#texts.length - MOST);
      const out = tn('{number} earlier event is left out.', '{number} earlier events are left out.', left);
      this.#isCut ||= left > 0;
      // what is asked may be known after the events that led to it
      const key = this.#isCut && this.#last ? t('Press s to hear all since your turn.') : '';
      const said = [left ? out : '', ...this.#texts.slice(-MOST), key, this.#last, this.#told].filter(Boolean);
      if (said.length) announce(said.join(' '));
      if (this.#last) this.#isCut = false;
      [this.#texts, this.#last, this.#told, this.#since] = [[], '', '', 0];
    }, Math.max(0, Math.min(QUIET, this.#since + LONGEST - Date.now())));
  }

  #show() {
    const {state} = this;
    if (!state.game || !state.words) return;
    const isMyTurn = state.own !== null;
    const name = state.game.name ?? state.words.title;
    const parts = [...(isMyTurn ? [`● ${t('Your turn')}`] : []), name, 'Ludolog'];
    document.title = parts.join(' · ');
    if (isMyTurn !== this.#isMyTurn) {
      document.dispatchEvent(new CustomEvent('own-turn', {detail: {game: state.id, isMine: isMyTurn}}));
    }
    if (isMyTurn && !this.#isMyTurn) {
      this.#last = t('It is your turn.');
      this.#say();
      if (!this.#isFirst) this.sound?.();
    }
    // a turn that is over before it was announced: answered elsewhere, or by a standing order
    if (!isMyTurn) this.#last = '';
    this.#isMyTurn = isMyTurn;
    this.#isFirst = false;
  }
}
