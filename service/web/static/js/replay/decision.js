// The decision that led to the version that is shown: what happened, and the choices that were legal.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {get, Problem} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {playerName, seatName} from '../core/seats.js';
import {formatMoment, t, tn} from '../core/texts.js';
import {terms} from '../table/names.js';
import {taken} from './taken.js';

/** @typedef {import('../core/types.js').Choice} Choice */
/** @typedef {import('./replay.js').Shown} Shown */

/** Milliseconds that a decision is shown before its choices are read. */
const SETTLED = 150;
/** Up to how many other choices are listed at once. */
const FEW = 6;

class DecisionTaken extends LudoElement {
  /** @type {import('../core/types.js').Game | null} */ game = null;
  /** @type {import('../core/types.js').Words | null} */ words = null;
  /** @type {string | null} The viewer, if it is not that of the person. */ as = null;
  /** @type {Shown | null} */ #shown = null;
  /** @type {Map<number, Choice[]>} The choices by version of the decision. */ #known = new Map();
  #asking = new AbortController();

  set shown(/** @type {Shown} */ shown) {
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#ask();
    this.update();
  }

  disconnected() {
    this.#asking.abort();
  }

  get #taken() {
    return this.#shown?.decision[0];
  }

  /** Read the choices, if the viewer may see them. */
  #ask() {
    const line = this.#taken;
    const viewer = this.#shown?.view['viewer'];
    this.#asking.abort();
    if (!line || line.event.seat === null || this.#known.has(line.version)) return;
    if (viewer !== 'full' && viewer !== `seat:${line.event.seat}`) return;
    const {signal} = (this.#asking = new AbortController());
    const timer = setTimeout(() => this.#read(line, signal), SETTLED);
    signal.addEventListener('abort', () => clearTimeout(timer), {once: true});
  }

  /**
   * @param {import('../core/types.js').ReplayLine} line
   * @param {AbortSignal} signal
   */
  async #read({event, version}, signal) {
    const query = new URLSearchParams({at: String(version - 1), ...(this.as ? {as: this.as} : {})});
    try {
      const {items} = await get(`/v1/games/${this.game?.id}/decisions?${query}`, {signal});
      const asked = /** @type {import('../core/types.js').Decisions['items']} */ (items);
      this.#known.set(version, asked.find(({seat}) => seat === event.seat)?.choices ?? []);
      this.update();
    } catch (error) {
      // the sentences are shown without the choices
      if (!signal.aborted && !(error instanceof Problem)) throw error;
    }
  }

  view() {
    const shown = this.#shown;
    if (!shown || !this.game) return null;
    const {decision, line, version} = shown;
    const seat = this.#taken?.event.seat ?? null;
    return html`
      <div class="heading"><h2>${seat === null ? t('What happened')
        : seatName(seat, playerName(this.game.seats[seat], this.game.seats))}</h2>
        ${line ? html`<time class="muted small" datetime=${line.at}>${formatMoment(line.at)}</time>` : nothing}</div>
      <ul class="replay-events">${decision.map((one) => html`<li class=${one.version === version ? 'now' : ''}>
        ${one.event.text ?? one.event.type}</li>`)}</ul>
      ${this.#choices()}
      <button @click=${() => this.dispatchEvent(new CustomEvent('present', {bubbles: true}))}>
        ${t('Back to the present')}</button>`;
  }

  #choices() {
    const line = this.#taken;
    const choices = line && this.#known.get(line.version);
    if (!line || !choices?.length) return nothing;
    const one = taken(choices, line.event);
    const others = choices.filter((choice) => choice !== one);
    return html`<h3>${tn('{number} choice was legal', '{number} choices were legal', choices.length)}</h3>
      ${one ? html`<ul class="alternatives">${this.#choice(one, true)}</ul>` : nothing}
      ${others.length ? html`<details ?open=${others.length <= FEW}>
        <summary>${one ? tn('{number} other', '{number} others', others.length) : t('Show them')}</summary>
        <ul class="alternatives">${others.map((choice) => this.#choice(choice, false))}</ul></details>` : nothing}`;
  }

  /**
   * @param {Choice} choice
   * @param {boolean} isTaken
   */
  #choice(choice, isTaken) {
    const note = terms(this.words, choice);
    return html`<li class=${isTaken ? 'taken' : ''}>
      ${isTaken ? html`<b><span aria-hidden="true">✓</span> ${t('taken')}</b> ` : nothing}
      <span>${choice.text ?? choice.command.type}</span>
      ${note ? html`<span class="terms">${note}</span>` : nothing}</li>`;
  }
}

define('ludo-decision', DecisionTaken);
