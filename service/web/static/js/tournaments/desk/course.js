// Registration, the hold, organisers, and the end of a tournament, at the organiser's desk.

import {html, nothing} from '../../../vendor/lit-html/lit-html.js';
import {t} from '../../core/texts.js';
import {anyoneIn} from '../../pages/player_field.js';
import {anyoneField, reasonField} from './fields.js';

/**
 * @typedef {import('../tournament.js').TournamentPage} Page
 * @typedef {import('../../core/types.js').Tournament} Tournament
 */

const PART = 'course';

/**
 * @param {Page} page
 * @param {Tournament} tournament
 */
export function courseView(page, tournament) {
  const may = new Set(tournament.you_may);
  /**
   * @param {string} type
   * @param {string} name
   * @param {string} done
   */
  const button = (type, name, done) => may.has(type) ? html`<button type="button" aria-disabled=${String(page.isBusy)}
    @click=${() => page.act(PART, {type}, done)}>${name}</button>` : nothing;
  return html`${page.problemIn(PART)}
    <p class="actions">
      ${button('close_registration', t('Close registration'), t('Registration is closed.'))}
      ${button('reopen_registration', t('Reopen registration'), t('Registration is open.'))}
      ${may.has('change_terms') ? html`<a class="button" href="/tournaments/new?change=${tournament.id}">
        ${t('Change the terms')}</a>` : nothing}</p>
    ${may.has('hold') ? reasonForm(page, 'hold', t('Hold: the service takes no step by itself. Reason'), t('Hold'),
      t('The tournament is on hold.')) : nothing}
    ${may.has('appoint') ? organisersView(page, tournament, may.has('dismiss')) : nothing}
    ${may.has('finish') && tournament.next_round !== null ? finishView(page) : nothing}
    ${may.has('cancel') ? reasonForm(page, 'cancel', t('Cancel the tournament without a ranking. Reason'),
      t('Cancel the tournament'), t('The tournament is cancelled.'), 'danger') : nothing}`;
}

/**
 * An act with a reason. The button is pressed twice if the act cannot be undone.
 * @param {Page} page
 * @param {string} type
 * @param {string} label
 * @param {string} name
 * @param {string} done
 * @param {string} [classes]
 */
function reasonForm(page, type, label, name, done, classes = '') {
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (classes && page.asked !== type) {
      page.ask(type);
      return;
    }
    if (await page.act(PART, {type, reason: String(new FormData(form).get('reason')).trim()}, done)) form.reset();
  };
  return html`<form class="desk-form" @submit=${submit}>${reasonField(`desk-${type}`, label)}
    <button class=${classes} aria-disabled=${String(page.isBusy)}>
      ${page.asked === type ? t('Press again to confirm') : name}</button></form>`;
}

/** @param {Page} page */
function finishView(page) {
  return html`<p class="actions">${page.asked === 'finish'
    ? html`<span>${t('Rounds are left. The ranking becomes final as it is now.')}</span>
      <button type="button" class="danger" data-confirm aria-disabled=${String(page.isBusy)}
        @click=${() => page.act(PART, {type: 'finish', early: true}, t('The tournament has ended.'))}>
        ${t('Finish now')}</button>
      <button type="button" @click=${() => page.ask('')}>${t('Play on')}</button>`
    : html`<button type="button" @click=${() => page.ask('finish')}>${t('Finish early…')}</button>`}</p>`;
}

/**
 * @param {Page} page
 * @param {Tournament} tournament
 * @param {boolean} mayDismiss
 */
function organisersView(page, tournament, mayDismiss) {
  const roles = {owner: t('owner'), director: t('director'), helper: t('helper')};
  /** @param {SubmitEvent} event */
  const appoint = async (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const role = String(new FormData(form).get('role'));
    const player = await page.trying(PART, () => anyoneIn(form));
    if (player === null) return;
    if (await page.act(PART, {type: 'appoint', player, role}, t('The organiser is appointed.'))) form.reset();
  };
  return html`<h3>${t('Organisers')}</h3>
    <ul class="plain">${tournament.organisers.map(({player, name, role}) => html`<li>${name ?? t('Deleted player')}
      <span class="badge">${roles[role]}</span>
      ${mayDismiss && role !== 'owner' ? html`<button type="button" aria-disabled=${String(page.isBusy)}
        aria-label=${t('Dismiss {name}', {name: name ?? ''})}
        @click=${() => page.act(PART, {type: 'dismiss', player}, t('The role is taken away.'))}>
        ${t('Dismiss')}</button>`
        : nothing}</li>`)}</ul>
    <form class="desk-form" novalidate @submit=${appoint}>${anyoneField('desk-appoint', t('New organiser'))}
      <div class="field"><label for="desk-role">${t('Role')}</label><select id="desk-role" name="role">
        <option value="director">${t('Director: may publish rounds and rule')}</option>
        <option value="helper">${t('Helper: may register and check in players')}</option></select></div>
      <button aria-disabled=${String(page.isBusy)}>${t('Appoint')}</button></form>`;
}
