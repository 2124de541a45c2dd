// The hint of the engine for the own decision: a button, then the best choices with the winning chance after each.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {newKey, Problem, send} from '../core/api.js';
import {choiceOf, textOf} from '../core/choice_texts.js';
import {define, LudoElement} from '../core/element.js';
import {language, t, tn} from '../core/texts.js';

/** @typedef {import('../core/types.js').HintChoice} HintChoice */
/** @typedef {import('../table/answer.js').Answer} Answer */
/** @typedef {import('../table/state.js').TableState} TableState */

const WHOLE = 1_000;
const percent = new Intl.NumberFormat(language, {style: 'percent'});

class Hint extends LudoElement {
  /** @type {TableState} */ state = /** @type {any} */ (null);
  /** @type {Answer} */ answer = /** @type {any} */ (null);
  /** The last hint that came with a reply. @type {{decision: string, choices: readonly HintChoice[]} | null} */
  #last = null;
  /** The decision for which the engine searches, and the key of its request.
   * @type {{id: string, key: string} | null} */
  #asked = null;
  #problem = '';
  /** Whether the answer of the engine has come, and is not shown yet. */
  #isAnswered = false;

  connected() {
    const options = {signal: this.leaving};
    this.state.addEventListener('change', () => this.update(), options);
    this.answer.addEventListener('change', () => this.update(), options);
  }

  /** The choices of the hint for the open decision, also if it was taken before a reload; null: none was taken. */
  get #choices() {
    const {own, seat} = this.state;
    if (!own) return null;
    if (this.#last?.decision === own.id) return this.#last.choices;
    const taken = this.state.events.findLast(({record}) => record.type === 'game.hint_taken' && record.seat === seat
      && /** @type {{decision: string}} */ (record.data).decision === own.id);
    return /** @type {{choices: readonly HintChoice[]} | undefined} */ (taken?.secret)?.choices ?? null;
  }

  async #take() {
    const {own} = this.state;
    if (!own || this.#asked) return;
    const asked = {id: own.id, key: newKey()};
    [this.#asked, this.#problem] = [asked, ''];
    announce(t('The engine searches for a hint.'));
    this.update();
    try {
      const reply = await send('POST', `${this.state.path}/hints`, {decision: asked.id}, {key: asked.key});
      this.#last = {decision: asked.id, choices: reply.choices};
      announce(tn('A hint: {number} choice', 'A hint: {number} choices', reply.choices.length));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // an answer that was sent meanwhile needs no hint
      if (this.state.own?.id === asked.id) this.#problem = error.message;
    } finally {
      this.#asked = null;
      this.#isAnswered = true;
      this.update();
    }
  }

  rendered() {
    // the button that had the focus is gone
    if (this.#isAnswered && document.activeElement === document.body) {
      /** @type {HTMLElement | null} */ (this.querySelector('.hinted, .take-hint'))?.focus({preventScroll: true});
    }
    this.#isAnswered = false;
  }

  view() {
    const {own} = this.state;
    if (!own) return nothing;
    const choices = this.#choices;
    if (choices) return this.#list(choices, own.choices ?? []);
    const isAsking = Boolean(this.#asked);
    return html`<button class="take-hint" aria-disabled=${isAsking} title=${t('All players see that you take one.')}
        @click=${() => this.#take()}>${isAsking ? t('The engine searches…') : t('Hint')}</button>
      ${this.#problem ? html`<p class="problem" role="alert">${this.#problem}</p>` : nothing}`;
  }

  /**
   * @param {readonly HintChoice[]} choices
   * @param {readonly import('../core/types.js').Choice[]} legal
   */
  #list(choices, legal) {
    return html`<section class="hint-choices" aria-label=${t('Hint')}><p class="muted small">${
        t('The engine would choose, with your winning chance by what you know:')}</p>
      <ol>${choices.map(({command, chance, error}) => html`<li>
        <button class="hinted" aria-disabled=${String(!this.#toChoose(command))}
          @click=${() => this.#choose(command)}>
          <span>${textOf(legal, command)}</span>
          <span class="terms" title=${t('± {error}, standard error', {error: percent.format(error / WHOLE)})}>${
            percent.format(chance / WHOLE)}</span></button></li>`)}</ol></section>`;
  }

  /** Return the choice of a hint, if it may be chosen now. Dice are pressed by the player. @param {unknown} command */
  #toChoose(command) {
    return this.state.isSending || this.answer.dice ? undefined : choiceOf(this.answer.choices, command);
  }

  /** Choose what the engine would; it is not sent before it is confirmed. @param {unknown} command */
  #choose(command) {
    const choice = this.#toChoose(command);
    if (!choice) return;
    this.answer.show(choice);
    if (!choice.range) return;
    this.answer.setValue(Number(/** @type {Record<string, unknown>} */ (command)[choice.range.field]));
  }
}

define('ludo-hint', Hint);
