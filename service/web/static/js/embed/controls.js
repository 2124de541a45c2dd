// The controls of an embedded game: first, back, play, forward, last, and a slider. The versions are read on first use.

import {html, svg} from '../../vendor/lit-html/lit-html.js';
import {live} from '../../vendor/lit-html/directives/live.js';
import {Problem} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {t} from '../core/texts.js';
import {GameHistory} from '../replay/history.js';
import {stepped} from '../replay/steps.js';

/** Milliseconds that an event is shown while the game plays. */
const SHOWN = 700;

const DRAWN = {
  first: 'M1 1h2v12H1zM14 1v12L4 7z', back: 'M11 1v12L2 7z', play: 'M2 0l11 7-11 7z', pause: 'M2 1h4v12H2zM8 1h4v12H8z',
  forward: 'M3 1l9 6-9 6z', last: 'M11 1h2v12h-2zM0 1l10 6-10 6z',
};

/** Fires `version` with {version, view, scores, animate}. */
class EmbedControls extends LudoElement {
  path = '';
  as = 'public';
  /** The last version of the game, and the one that is shown. */
  last = 0;
  at = 0;
  problem = '';
  /** @type {GameHistory | null} */ #history = null;
  /** @type {Promise<void> | null} */ #reading = null;
  #timer = 0;
  #isStarting = false;

  disconnected() {
    clearInterval(this.#timer);
  }

  get isPlaying() {
    return this.#timer !== 0;
  }

  /** The first version that has a view; 1 until the versions are read. */
  get first() {
    return this.#history?.first || 1;
  }

  view() {
    const {at, first, last, isPlaying} = this;
    const [isFirst, isLast] = [at <= first, at >= last];
    return html`<div class="embed-controls" role="group" aria-label=${t('Replay')}>
      <span class="embed-buttons">
        ${this.#button('first', t('First version'), isFirst, () => this.#go(() => this.first))}
        ${this.#button('back', t('Previous event'), isFirst, () => this.#step(-1))}
        ${this.#button(isPlaying ? 'pause' : 'play', isPlaying ? t('Pause') : t('Play'), false, () => this.#toggle())}
        ${this.#button('forward', t('Next event'), isLast, () => this.#step(1))}
        ${this.#button('last', t('Last version'), isLast, () => this.#go(() => this.last))}</span>
      <input type="range" min=${first} max=${last} step="1" .value=${live(String(at))} aria-label=${t('Version')}
        aria-valuetext=${t('Version {version} of {last}', {version: at, last})}
        @input=${(/** @type {Event} */ event) => this.#moved(/** @type {HTMLInputElement} */ (event.target))}></div>
      ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : null}`;
  }

  /**
   * @param {keyof typeof DRAWN} kind
   * @param {string} name
   * @param {boolean} isOff
   * @param {() => void} act
   */
  #button(kind, name, isOff, act) {
    // a disabled button would lose the focus
    return html`<button aria-label=${name} title=${name} aria-disabled=${String(isOff)} @click=${() => isOff || act()}>
      <svg viewBox="0 0 14 14" aria-hidden="true">${svg`<path d=${DRAWN[kind]} />`}</svg></button>`;
  }

  /** @param {HTMLInputElement} input */
  #moved(input) {
    this.#stop();
    const version = input.valueAsNumber;
    this.at = version;
    void this.#go(() => (this.at === version ? version : null), false);
  }

  /** @param {1 | -1} direction */
  #step(direction) {
    this.#stop();
    return this.#go((history) => stepped(history.lines, this.at, 'event', direction));
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.update();
  }

  async #toggle() {
    if (this.isPlaying) return this.#stop();
    if (this.#isStarting) return;
    this.#isStarting = true;
    // from the end, the game plays from its beginning
    if (this.at >= this.last) await this.#go(() => this.first);
    this.#isStarting = false;
    if (this.leaving.aborted) return;
    this.#timer = setInterval(() => this.#play(), SHOWN);
    this.update();
  }

  #play() {
    if (document.hidden) return;
    if (this.at >= this.last || this.problem) return this.#stop();
    void this.#go((history) => stepped(history.lines, this.at, 'event', 1));
  }

  /**
   * Show the version that a function returns once the versions are known; null: it is no longer wanted.
   * @param {(history: GameHistory) => number | null} find
   * @param {boolean} animate
   */
  async #go(find, animate = true) {
    const history = await this.#read();
    const found = history && find(history);
    if (!history || found === null) return;
    const version = Math.min(Math.max(found, history.first), history.last);
    this.at = version;
    const detail = {version, view: history.view(version), scores: history.line(version)?.scores ?? [], animate};
    this.dispatchEvent(new CustomEvent('version', {detail}));
    this.update();
  }

  /** Return all versions of the game, which are read once; null after a problem. */
  async #read() {
    const history = (this.#history ??= new GameHistory(this.path, this.as));
    this.#reading ??= history.load(this.last, this.leaving, () => this.update());
    try {
      await this.#reading;
      this.problem = '';
      return history.last ? history : null;
    } catch (error) {
      if (this.leaving.aborted) return null;
      if (!(error instanceof Problem)) throw error;
      this.problem = error.message;
      this.#reading = null;
      this.#stop();
      return null;
    }
  }
}

define('ludo-embed-controls', EmbedControls);
