// The first game: marks that say what to do, step by step, at a real table. The guide of the title has the steps.

import {html, nothing, render} from '../../vendor/lit-html/lit-html.js';
import {t} from '../core/texts.js';
import {put} from './explain.js';
import {guideOf, styled} from './guide.js';

/** @typedef {import('../core/types.js').CoachStep} Step */
/** @typedef {import('./answer.js').Answer} Answer */
/** @typedef {import('./state.js').TableState} TableState */

/** The question: what the page has shown at first has one without content, until the board is there. */
const ASKING = 'ludo-table > .side > .asking';

/** The parts of the page that a step may be about. @type {Record<string, string>} */
const SPOTS = {
  goal: '.guide .goal',
  course: '.guide .course',
  choices: `${ASKING} .choices`,
  dice: `${ASKING} .dice`,
  confirm: `${ASKING} .confirm`,
  rack: '.board-rack',
  board: '.board-frame',
  players: 'ludo-players',
  legend: '.to-legend',
};

/** Pixels: below this width the question lies over the page. */
const NARROW = 1000;

/** The parameter of the address of a first game. */
const PARAMETER = 'first';

export class Coach {
  /** @type {readonly Step[]} */ #steps = [];
  #at = 0;
  /** Whether the current step has been shown. */
  #isSeen = false;
  /** Whether the player wants to read the current step before its time. */
  #isEarly = false;
  #card = document.createElement('section');
  #ring = document.createElement('div');
  #leaving = new AbortController();

  /**
   * @param {TableState} state
   * @param {Answer} answer
   * @param {AbortSignal} signal
   */
  constructor(state, answer, signal) {
    this.state = state;
    this.answer = answer;
    styled();
    this.#card.className = 'coach';
    this.#card.setAttribute('aria-label', t('First game'));
    this.#ring.className = 'coach-ring';
    signal.addEventListener('abort', () => this.end());
    const options = {signal: this.#leaving.signal};
    const show = () => this.#show();
    state.addEventListener('change', show, options);
    answer.addEventListener('change', show, options);
    window.addEventListener('resize', () => this.#place(), options);
    window.addEventListener('scroll', () => this.#place(), {...options, capture: true, passive: true});
  }

  /** Show the steps from where the player was. A title without a first game has none. */
  async begin() {
    const {game, seat} = this.state;
    const guide = game && seat !== null ? await guideOf(game.ruleset) : null;
    this.#steps = guide?.first_game?.steps ?? [];
    this.#at = Number(history.state?.coach ?? 0);
    if (!this.#steps[this.#at] || this.state.isOver) return this.end();
    // before the board: the card is early in the order of the page, and the focus stays where it is
    document.querySelector('ludo-table')?.before(this.#card, this.#ring);
    this.#show();
  }

  end() {
    this.#leaving.abort();
    this.#card.remove();
    this.#ring.remove();
  }

  /** Leave the first game: the game goes on as any other. */
  #skip() {
    const url = new URL(location.href);
    url.searchParams.delete(PARAMETER);
    history.replaceState({...history.state, coach: undefined}, '', url);
    const hasFocus = this.#card.contains(document.activeElement);
    this.end();
    if (!hasFocus) return;
    /** @type {HTMLElement | null} */
    const heading = document.querySelector('ludo-question h2');
    heading?.focus({preventScroll: true});
  }

  /** @param {number} at */
  #goTo(at) {
    this.#at = at;
    this.#isSeen = this.#isEarly = false;
    if (at >= this.#steps.length) return this.#skip();
    history.replaceState({...history.state, coach: at}, '');
    this.#show();
  }

  /** Whether what a step is about is asked now. @param {Step} step */
  #isDue({choice, rules}) {
    if (!rules.length) return true;
    const rule = this.state.own?.rule?.split('/')[1] ?? '';
    return rules.includes(rule) && (!choice || this.answer.choices.some(({command}) => command.type === choice));
  }

  #show() {
    if (!this.#card.isConnected || this.state.past) return this.#place();
    if (this.state.isOver) return this.#skip();
    const step = /** @type {Step} */ (this.#steps[this.#at]);
    const isDue = this.#isDue(step);
    // a step is over when its question is answered; what was not asked this time is left out
    const wasAnswered = this.#isSeen && !isDue && !this.#isEarly && !this.state.isSending;
    const next = isDue ? -1 : this.#steps.findIndex((one, at) => at > this.#at && one.rules.length && this.#isDue(one));
    if (next > this.#at) return this.#goTo(next);
    if (wasAnswered) return this.#goTo(this.#at + 1);
    const isShown = isDue || this.#isEarly;
    if (isShown && !this.#isSeen) {
      this.#isSeen = true;
      this.#spot(step)?.scrollIntoView({block: 'nearest'});
      // with the events that come meanwhile: they would take the place of an announcement of its own
      this.state.dispatchEvent(new CustomEvent('told', {detail: `${this.#count()}. ${step.text}`}));
    }
    this.#render(step, isShown);
    // with the layout of the table
    requestAnimationFrame(() => this.#place());
  }

  #count() {
    return t('First game, step {number} of {total}', {number: this.#at + 1, total: this.#steps.length});
  }

  /**
   * @param {Step} step
   * @param {boolean} isShown
   */
  #render(step, isShown) {
    const isLast = this.#at === this.#steps.length - 1;
    this.#card.classList.toggle('waiting', !isShown);
    render(html`<p class="small muted">${this.#count()}</p>
      ${isShown ? html`<p>${step.text}</p>`
        : html`<p class="small">${t('The next step comes with a later decision.')}</p>`}
      ${this.#at ? nothing
        : html`<p class="small muted">${t('This game is against bots, and it is not rated.')}</p>`}
      <div class="buttons">${isShown ? html`<button class="primary"
          @click=${() => this.#goTo(this.#at + 1)}>${isLast ? t('Done') : t('Next')}</button>`
        : html`<button @click=${() => this.#read()}>${t('Show it now')}</button>`}
        ${isLast ? nothing : html`<button @click=${() => this.#skip()}>${t('Skip the explanations')}</button>`}
      </div>`, this.#card);
  }

  #read() {
    this.#isEarly = true;
    this.#show();
  }

  /** Put the ring around what the step is about, and the card beside it. */
  #place() {
    const step = this.#steps[this.#at];
    const isHidden = !step || !this.#card.isConnected || Boolean(this.state.past);
    this.#card.hidden = isHidden;
    this.#ring.hidden = isHidden || this.#card.classList.contains('waiting');
    if (isHidden || !step) return;
    const spot = this.#spot(step);
    const rect = spot?.getBoundingClientRect();
    const isBeside = Boolean(rect) && !this.#ring.hidden;
    this.#card.classList.toggle('placed', isBeside);
    this.#card.style.left = this.#card.style.top = '';
    if (!rect || !isBeside) return;
    Object.assign(this.#ring.style, {
      left: `${rect.left - 3}px`,
      top: `${rect.top - 3}px`,
      width: `${rect.width + 6}px`,
      height: `${rect.height + 6}px`,
    });
    const {clientHeight, clientWidth} = document.documentElement;
    // beside a large part there is no room on a narrow page, and the question is below it
    const isNarrow = clientWidth < NARROW;
    const isAbove = isNarrow && rect.height > clientHeight * 0.4;
    const asking = document.querySelector(ASKING);
    const floor = isNarrow && asking && !asking.contains(spot) ? asking.getBoundingClientRect().top : clientHeight;
    put(this.#card, isAbove ? new DOMRect() : visible(rect), {floor});
  }

  /** @param {Step} step */
  #spot({spot}) {
    const found = document.querySelector(SPOTS[spot] ?? '');
    // a narrow page hides the list when a choice is chosen
    return found?.checkVisibility() ? found : document.querySelector(ASKING);
  }
}

/**
 * Return the part of a rectangle that is in the window.
 * @param {DOMRect} rect
 */
function visible({left, right, top, bottom}) {
  const {clientHeight, clientWidth} = document.documentElement;
  const [x, y] = [Math.max(0, left), Math.max(0, top)];
  return new DOMRect(x, y, Math.min(right, clientWidth) - x, Math.min(bottom, clientHeight) - y);
}
