// Appeals at the desk of moderators.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {send} from '../core/api.js';
import {formatMoment, t} from '../core/texts.js';
import {answerFields, bodyOf} from './desk_fields.js';
import {actionName} from './words.js';

/**
 * @typedef {import('../core/element.js').LudoElement} LudoElement
 * @typedef {import('../core/types.js').Contested} Contested
 */

export class AppealView {
  /** @type {{act: number, text: string} | null} */
  refusal = null;

  /** @param {LudoElement & {reload(): void}} page */
  constructor(page) {
    this.page = page;
  }

  /** @param {Contested} appeal */
  row(appeal) {
    return html`<li class="case"><h3>${actionName(appeal.action)}: ${appeal.player
        ? html`<a href="/desk/players/${appeal.player}">${appeal.name}</a>` : t('a deleted player')}
        <time class="muted small" datetime=${appeal.done_at}>${formatMoment(appeal.done_at)}</time></h3>
      <p>${t('Reason of {moderator}: {reason}',
        {moderator: appeal.by_name ?? t('the operator'), reason: appeal.reason})}</p>
      <p><b>${t('Appeal')}</b></p><blockquote class="said">${appeal.text}</blockquote>
      ${this.refusal?.act === appeal.act ? html`<p class="error" role="alert">${this.refusal.text}</p>` : nothing}
      <details><summary>${t('Answer')}</summary>
        <form @submit=${(/** @type {SubmitEvent} */ event) => this.#submit(event, appeal)}>
          <fieldset><legend>${t('Decision')}</legend>
            <label><input type="radio" name="outcome" value="granted" required> ${t('Grant it')}</label>
            <label><input type="radio" name="outcome" value="refused"> ${t('Refuse it')}</label></fieldset>
          <p class="hint muted">${t('An answer undoes nothing by itself: lift the act first.')}</p>
          ${answerFields(`appeal-${appeal.act}`, t('Answer to the player'))}
          <p><button class="primary">${t('Answer the appeal')}</button></p></form></details></li>`;
  }

  /**
   * @param {SubmitEvent} event
   * @param {Contested} appeal
   */
  async #submit(event, {act}) {
    event.preventDefault();
    this.refusal = null;
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const body = {outcome: data.get('outcome'), ...bodyOf(data)};
    try {
      await send('POST', `/v1/moderation/appeals/${act}/answers`, body);
      announce(t('Answered'));
      this.page.reload();
    } catch (error) {
      this.refusal = {act, text: error instanceof Error ? error.message : String(error)};
    }
    this.page.update();
  }
}
