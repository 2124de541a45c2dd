// The analysis of a finished game in tabs: luck, what was paid and returned, mistakes, time used, scores and draws.

import {html, nothing} from '../../../vendor/lit-html/lit-html.js';
import {get, Problem} from '../../core/api.js';
import {define, LudoElement} from '../../core/element.js';
import {t} from '../../core/texts.js';
import {wordsOf} from '../../core/words.js';
import {gameAddress} from '../../table/addresses.js';
import {draws, scores} from '../details.js';
import {luck} from './luck.js';
import {mistakes} from './mistakes.js';
import {returns} from './returns.js';
import {times} from './times.js';

/** @typedef {import('../../core/types.js').Analysis} Analysis */
/** @typedef {import('../../core/types.js').Words} Words */
/** @typedef {import('../replay.js').Replay} Replay */

/**
 * What a tab shows.
 * @typedef {object} Found
 * @property {Replay} replay
 * @property {Analysis} analysis
 * @property {Words} words
 */

/** @type {readonly {id: string, name: () => string, view: (found: Found) => unknown}[]} */
const TABS = [
  {id: 'luck', name: () => t('Luck'), view: luck},
  {id: 'returns', name: () => t('Paid and returned'), view: returns},
  {id: 'mistakes', name: () => t('Mistakes'), view: mistakes},
  {id: 'times', name: () => t('Time used'), view: times},
  {id: 'scores', name: () => t('Scores and draws'), view: ({replay}) => html`${scores(replay)} ${draws(replay)}`},
];

class AnalysisElement extends LudoElement {
  /** @type {Replay} */ replay = /** @type {any} */ (null);
  /** @type {Found | null} */ #found = null;
  /** @type {Problem | null} */ #problem = null;
  #tab = 0;

  /** @param {number} _version The version of the replay, on which the draws depend. */
  set at(_version) {
    this.update();
  }

  /** @param {number} _version The last known version of the replay, on which the scores depend. */
  set known(_version) {
    this.update();
  }

  connected() {
    void this.#read();
  }

  async #read() {
    const {game} = this.replay;
    if (!game || this.#found) return;
    this.#problem = null;
    try {
      const [analysis, words] = await Promise.all([
        get(`${gameAddress(game.id)}/analysis`, {signal: this.leaving}), wordsOf(game.ruleset),
      ]);
      this.#found = {analysis, words, replay: this.replay};
    } catch (error) {
      if (this.leaving.aborted) return;
      if (!(error instanceof Problem)) throw error;
      this.#problem = error;
    }
    this.update();
  }

  view() {
    const found = this.#found;
    if (this.#problem) {
      return html`<p class="problem" role="alert">${this.#problem.message}
        <button @click=${() => this.#read()}>${t('Try again')}</button></p>`;
    }
    if (!found) return html`<p class="muted">${t('Loading the analysis…')}</p>`;
    return html`<div class="analysis-tabs" role="tablist" aria-label=${t('Analysis')} @keydown=${this.#pressed}>
        ${TABS.map(({id, name}, tab) => html`<button role="tab" id=${`analysis-${id}`}
          aria-selected=${String(tab === this.#tab)} tabindex=${tab === this.#tab ? 0 : -1}
          aria-controls=${tab === this.#tab ? 'analysis-panel' : nothing}
          @click=${() => this.#choose(tab)}>${name()}</button>`)}</div>
      <div class="analysis-panel" role="tabpanel" id="analysis-panel" tabindex="0"
        aria-labelledby=${`analysis-${TABS[this.#tab]?.id}`}>${TABS[this.#tab]?.view(found)}</div>`;
  }

  /** @param {number} tab */
  #choose(tab) {
    this.#tab = tab;
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const last = TABS.length - 1;
    /** @type {Record<string, number>} */
    const to = {ArrowRight: this.#tab + 1, ArrowLeft: this.#tab - 1, Home: 0, End: last};
    const tab = to[event.key];
    if (tab === undefined) return;
    event.preventDefault();
    this.#choose((tab + TABS.length) % TABS.length);
    /** @type {HTMLElement | null} */ (this.querySelector('[aria-selected="true"]'))?.focus();
  }
}

define('ludo-analysis', AnalysisElement);
