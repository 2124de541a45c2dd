// The replay of a game: any version as any permitted viewer. Fires `show` with the view of a version (`detail`: Shown)
// and `live` when the last version is reached, which the page shows itself.

import {html} from '../../vendor/lit-html/lit-html.js';
import {offline, Problem} from '../core/api.js';
import {announce} from '../core/announce.js';
import {define, LudoElement} from '../core/element.js';
import {t} from '../core/texts.js';
import {gameAddress} from '../table/addresses.js';
import {listen, swipes} from './input.js';

/** @typedef {typeof import('./opened.js')} Opened */
/** @typedef {import('../core/types.js').Game} Game */
/** @typedef {import('./history.js').GameHistory} GameHistory */
/** @typedef {import('../core/types.js').ReplayLine} Line */
/** @typedef {import('./steps.js').Unit} Unit */

/**
 * @typedef {object} Shown
 * @property {number} version
 * @property {import('./history.js').View} view
 * @property {Line | undefined} line
 * @property {number | null} previous The version that was shown before.
 * @property {readonly Line[]} decision The decision of the version, and what followed from it up to the version.
 * @property {readonly Line[]} before The last versions up to this one.
 * @property {Map<string, number>} changed What changed since the previous version: id to the seat that changed it.
 * @property {boolean} animate Whether the change is shown as a movement.
 */

/** Milliseconds between two steps under which nothing moves. */
const FAST = 250;
/** How many versions are handed on with one. */
const SAID = 30;
/** Milliseconds between two steps of a playing replay, at speed 1. */
const PACE = 800;
const calm = matchMedia('(prefers-reduced-motion: reduce)');

export class Replay extends LudoElement {
  /** @type {Game | null} */ #game = null;
  #last = 0;
  /** @type {string | null} The viewer, if it is not that of the person. */ as = null;
  /** @type {number | null} The own seat. */ seat = null;
  /** @type {GameHistory | null} */ history = null;
  /** @type {Opened} What is loaded when the replay is opened; there is no history without it. */
  #with = /** @type {any} */ (null);
  /** @type {number | null} The version that is shown; null: the present. */ version = null;
  /** Whether the controls are shown. */ isOpen = false;
  /** Whether a narrow page shows all controls. */ hasMore = false;
  /** @type {((replay: Replay) => unknown) | null} Shows scores and draws as tables. */ details = null;
  speed = 1;
  /** @type {Problem | null} */ problem = null;
  /** @type {string} The address of the moment, after it was copied. */ copied = '';
  /** @type {ReturnType<typeof setTimeout> | null} */ #timer = null;
  /** Whether the replay is closed when it has been played to the end. */ #closes = false;
  #shownAt = 0;
  #wanted = 0;

  get game() { return this.#game; }
  set game(game) { this.#game = game; this.update(); }
  /** The last version of the game. */
  get last() { return this.#last; }
  set last(version) {
    if (version === this.#last) return;
    this.#last = version;
    if (this.isOpen) void this.#read(version);
    this.update();
  }

  get isPlaying() {
    return this.#timer !== null;
  }

  /** The version on which the controls stand. */
  get at() {
    return this.version ?? this.last;
  }

  connected() {
    listen(this, this.leaving);
    swipes(this, this.leaving);
  }

  disconnected() {
    this.pause();
  }

  /**
   * Show a version, or the present. Reads what is needed.
   * @param {number | null} version
   */
  async goTo(version) {
    this.#wanted += 1;
    const wanted = this.#wanted;
    // a first visit reads no more than it shows
    const hasRead = Boolean(this.history?.last);
    this.isOpen = true;
    this.update();
    if (!await this.#read(version ?? this.last) || wanted !== this.#wanted) return;
    this.#show(version);
    if (hasRead) this.#readOn();
  }

  /** Read all versions, for the plot and the table of scores. What cannot be read now is read by a step. */
  #readOn() {
    this.history?.load(this.last, this.leaving, () => this.update()).catch(() => {});
  }

  /**
   * Read the versions up to one. Returns whether it is known.
   * @param {number} version
   */
  async #read(version) {
    if (!this.#game) return false;
    try {
      this.#with ??= await import('./opened.js').catch(offline);
      this.history ??= new this.#with.GameHistory(gameAddress(this.#game.id), this.as);
      await this.history.load(version, this.leaving, () => this.update());
      this.problem = null;
    } catch (error) {
      if (this.leaving.aborted) return false;
      if (!(error instanceof Problem)) throw error;
      this.problem = error;
      this.pause();
    }
    this.update();
    return this.problem === null;
  }

  /** @param {number | null} wanted */
  #show(wanted) {
    const {history} = this;
    if (!history?.last) return;
    const previous = this.version;
    const version = wanted === null || wanted >= this.last ? null : Math.max(history.first, wanted);
    const now = performance.now();
    const animate = now - this.#shownAt >= FAST && !calm.matches;
    this.#shownAt = now;
    this.version = version;
    this.copied = '';
    this.#with.visit(version, this.leaving);
    this.update();
    if (version === null) {
      this.dispatchEvent(new CustomEvent('live', {bubbles: true}));
      return;
    }
    const decision = history.decision(version);
    const since = previous !== null && previous < version ? previous : 0;
    /** @type {Shown} */
    const detail = {
      version, previous, animate, decision, view: history.view(version), line: history.line(version),
      before: history.before(version, SAID),
      changed: this.#with.changedBy(decision.filter((line) => line.version > since)),
    };
    this.dispatchEvent(new CustomEvent('show', {detail, bubbles: true}));
  }

  /**
   * Show a known version at once, as while the slider moves.
   * @param {number} version
   */
  scrub(version) {
    this.pause();
    if (this.history && version <= this.history.last) this.#show(version);
    else void this.goTo(version);
  }

  /**
   * Step, and say what is reached.
   * @param {Unit} unit
   * @param {1 | -1} direction
   */
  async step(unit, direction) {
    this.pause();
    this.isOpen = true;
    // a step may lead beyond the versions that are known
    if (!await this.#read(this.last) || !this.history?.last) return;
    await this.goTo(this.#with.stepped(this.history.lines, this.at, unit, direction));
    announce(this.sentence);
  }

  /** The text of the version that is shown. */
  get sentence() {
    const text = this.history?.line(this.at)?.event.text;
    return text ?? t('Version {version} of {last}', {version: this.at, last: this.last});
  }

  /** Play, or pause. At the end it plays from the beginning. */
  async toggle() {
    if (this.isPlaying) return this.pause();
    if (this.version === null) await this.goTo(0);
    if (this.history?.last) this.#play();
  }

  /**
   * Play from a version to the present, and close the replay there.
   * @param {number} version
   */
  async play(version) {
    this.pause();
    await this.goTo(version);
    if (!this.history?.last || this.version === null) return;
    this.#closes = true;
    this.#play();
  }

  pause() {
    this.#closes = false;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.update();
  }

  #play() {
    this.#timer = setTimeout(async () => {
      const timer = this.#timer;
      await this.#read(this.last);
      if (this.#timer !== timer) return;
      await this.goTo(this.#with.stepped(this.history?.lines ?? [], this.at, 'event', 1));
      // it may have been paused while versions were read
      if (this.#timer !== timer) return;
      if (this.version === null || !this.isConnected) {
        if (this.#closes) this.close();
        else this.pause();
      } else this.#play();
    }, PACE / this.speed);
    this.update();
  }

  /** Show the present, and hide the controls. */
  close() {
    this.pause();
    this.#wanted += 1;
    this.#show(null);
    this.isOpen = false;
    this.update();
  }

  async copy() {
    this.copied = await this.#with.copyLink(this);
    this.update();
  }

  view() {
    this.classList.toggle('open', this.isOpen);
    this.classList.toggle('more', this.hasMore);
    const {history, problem} = this;
    if (!isStarted(this.#game)) return null;
    if (!this.isOpen) {
      return html`<button class="replay-open" @click=${() => this.goTo(this.version ?? 0)}>${t('Replay')}</button>`;
    }
    if (problem) {
      return html`<p class="problem" role="alert">${problem.message}
        <button @click=${() => this.goTo(this.version)}>${t('Try again')}</button></p>`;
    }
    if (!history?.last) return html`<p class="replay-text muted">${t('Loading the replay…')}</p>`;
    const {buttons, extra, slider, tools} = this.#with;
    return html`
      <ludo-scores .replay=${this} .history=${history} .at=${this.at} .count=${history.lines.length}></ludo-scores>
      <div class="replay-head"><p class="replay-text"><span class="numbers muted">${this.at}/${this.last}</span>
        ${this.sentence}</p>${tools(this)}</div>
      ${slider(this)}
      <div class="replay-controls">${buttons(this)} ${extra(this)}</div>
      <dialog class="replay-details" aria-labelledby="replay-details" @close=${() => this.closeDetails()}>
        ${this.details?.(this)}</dialog>`;
  }

  async openDetails() {
    this.#readOn();
    try {
      const found = this.#game?.status === 'ended' ? import('./analysis/dialog.js') : import('./details.js');
      this.details = (await found.catch(offline)).details;
    } catch (error) {
      this.dispatchEvent(new CustomEvent('refused', {detail: error, bubbles: true}));
      return;
    }
    this.draw();
    /** @type {HTMLDialogElement | null} */ (this.querySelector('.replay-details'))?.showModal();
  }

  closeDetails() {
    this.details = null;
    this.update();
  }
}

/** @param {Game | null} game */
function isStarted(game) {
  return game?.status === 'running' || game?.status === 'ended';
}

define('ludo-replay', Replay);
