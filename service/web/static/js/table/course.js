// The goal of the game, the parts of a round with the one where the game is now, and the button of the legend.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {define, LudoElement} from '../core/element.js';
import {t} from '../core/texts.js';

/** @typedef {import('./state.js').TableState} TableState */

class Course extends LudoElement {
  /** @type {TableState} */ state = /** @type {any} */ (null);
  /** @type {Record<string, any> | null} */ #shown = null;
  /** The phase whose part was brought in sight last. */ #phase = '';

  /** @type {unknown} */ #talk = nothing;

  /** The button of the talk, which a narrow page has here. */
  get talk() { return this.#talk; }
  set talk(button) { this.#talk = button; this.update(); }

  /** The view that is shown; null while the past is loaded. */
  get shown() { return this.#shown; }
  set shown(view) { this.#shown = view; this.update(); }

  connected() {
    this.state.addEventListener('change', () => this.update(), {signal: this.leaving});
  }

  view() {
    const {game, words} = this.state;
    if (!game || !words?.goal) return null;
    const phase = this.state.phaseOf(this.#shown);
    return html`<p class="goal"><b>${t('Goal')}:</b> ${words.goal}</p>
      <div class="along"><ol class="course" aria-label=${t('Course of the game')}>${words.course.map(
        ({name, phases, rule}, at) => html`
        <li><a href="/rules/${game.ruleset}#${rule}" data-explain=${`course:${at}`}
          aria-current=${phases.includes(phase) ? 'step' : nothing}>${name}</a></li>`,
      )}</ol>${this.talk}</div>
      <button class="to-legend" @click=${() => this.#open()}>${t('Legend')}</button>`;
  }

  /** Where all parts have no room, the current one is in sight. */
  rendered() {
    const strip = this.querySelector('.course');
    /** @type {HTMLElement | null} */
    const now = this.querySelector('[aria-current]');
    const phase = this.#shown?.['phase_name'] ?? '';
    if (!strip || !now || phase === this.#phase) return;
    this.#phase = phase;
    // with the layout of the next frame: asking for places now would lay the page out once more
    requestAnimationFrame(() => {
      strip.scrollTo({left: now.offsetLeft - (strip.clientWidth - now.offsetWidth) / 2});
    });
  }

  async #open() {
    try {
      await (await import('./legend.js')).openLegend(this.state);
    } catch (error) {
      this.dispatchEvent(new CustomEvent('refused', {detail: error, bubbles: true}));
    }
  }
}

define('ludo-course', Course);
