// What the pages of the desk share: who asks, one act at a time, and its problem next to what failed.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {get} from '../core/api.js';
import {LudoElement} from '../core/element.js';
import {FocusKeeper} from '../core/focus.js';
import {problemView, skeleton} from '../core/paged.js';
import {me, signInAddress} from '../core/session.js';
import {t} from '../core/texts.js';

/** @typedef {import('../core/types.js').Standing} Standing */

export class Acting extends LudoElement {
  /** @type {Standing['roles']} */
  roles = [];
  isKnown = false;
  isSignedIn = false;
  isBusy = false;
  /** The part in which an act failed. */
  failed = '';
  /** @type {Error | null} */
  problem = null;
  /** What was done last, shown where it was done. */
  done = '';
  /** @type {FocusKeeper | undefined} */
  focusKeeper;

  /** The id of what the page is about. */
  get subject() {
    return this.dataset['subject'] ?? '';
  }

  get isOperator() {
    return this.roles.includes('operator');
  }

  async connected() {
    this.focusKeeper = new FocusKeeper(this, this.leaving);
    try {
      // asked first: a refused request would be in the console of a visitor
      this.isSignedIn = Boolean(await me());
      if (this.isSignedIn) this.roles = (await get('/v1/me/standing', {signal: this.leaving})).roles;
      if (this.roles.length) await this.read();
    } catch (error) {
      if (this.leaving.aborted) return;
      this.problem = /** @type {Error} */ (error);
    }
    this.isKnown = true;
    this.update();
  }

  /** Read what the page shows. */
  async read() {}

  /**
   * Do something in a part of the page, and read again. Return whether it was done.
   * @param {string} part
   * @param {string} done What is said afterwards
   * @param {() => Promise<unknown>} action
   */
  async act(part, done, action) {
    if (this.isBusy) return false;
    [this.isBusy, this.failed, this.problem, this.done] = [true, part, null, ''];
    this.update();
    try {
      await action();
      await this.read();
      this.done = done;
      announce(done);
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
    }
    this.isBusy = false;
    this.update();
    return this.problem === null;
  }

  /**
   * Return what became of the last act in a part: what was done, or its problem.
   * @param {string} part
   */
  outcome(part) {
    if (this.failed !== part) return nothing;
    if (this.problem) return problemView(this.problem);
    return this.done ? html`<p class="notice done">${this.done}</p>` : nothing;
  }

  rendered() {
    this.focusKeeper?.keep();
  }

  view() {
    if (!this.isKnown) return skeleton();
    if (this.problem && !this.failed) return problemView(this.problem, () => location.reload());
    if (!this.roles.length) {
      return html`<h1>${t('Desk')}</h1><p>${t('Only operators and moderators of this site work at the desk.')}</p>
        <p>${this.isSignedIn ? html`<a class="button primary" href="/">${t('To the games')}</a>`
          : html`<a class="button primary" href=${signInAddress()}>${t('Sign in')}</a>`}</p>`;
    }
    return this.content();
  }

  /**
   * Return the page for who has a role.
   * @returns {unknown}
   */
  content() {
    return nothing;
  }
}

/**
 * A field for the reason of an act.
 * @param {string} id
 * @param {string} [hint]
 * @param {number} [longest] Characters
 */
export function reasonField(id, hint = t('It stays in the log for ever: quote no names and no texts.'), longest = 500) {
  return html`<div class="field"><label for=${id}>${t('Reason')}</label>
    <input id=${id} name="reason" required maxlength=${longest} autocomplete="off" aria-describedby="${id}-hint">
    <span class="hint" id="${id}-hint">${hint}</span></div>`;
}

/**
 * Return a listener that gives the data of a form, and empties the form when the act was done.
 * @param {(data: FormData) => Promise<boolean>} action
 */
export function submitted(action) {
  return async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (await action(new FormData(form))) form.reset();
  };
}

/**
 * @param {FormData} data
 * @param {string} name
 */
export function textOf(data, name) {
  return String(data.get(name) ?? '').trim();
}
