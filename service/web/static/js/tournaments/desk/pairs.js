// The forbidden pairs at the organiser's desk.

import {html, nothing} from '../../../vendor/lit-html/lit-html.js';
import {repeat} from '../../../vendor/lit-html/directives/repeat.js';
import {t} from '../../core/texts.js';
import {nameOf, playerSelect} from './fields.js';
import './wishes.js';

/**
 * @typedef {import('../tournament.js').TournamentPage} Page
 * @typedef {import('../../core/types.js').Tournament} Tournament
 * @typedef {import('../../core/types.js').Entrant} Entrant
 */

const PART = 'pairs';

/**
 * @param {Page} page
 * @param {Tournament} tournament
 * @param {Entrant[]} active
 */
export function pairsView(page, tournament, active) {
  /** @param {SubmitEvent} event */
  const forbid = async (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const data = new FormData(form);
    const players = [String(data.get('one')), String(data.get('other'))];
    if (await page.act(PART, {type: 'forbid_pair', players}, t('The players do not meet.'))) form.reset();
  };
  return html`<h3>${t('Forbidden pairs')}</h3>
    <p class="hint">${t('These players never sit at the same table, except in knock-out rounds.')}
      ${active.length > 1 ? nothing : t('You can choose them as soon as two players are registered.')}</p>
    <ludo-wishes .tournament=${tournament.id}></ludo-wishes>
    <ul class="plain">${repeat(tournament.forbidden, (players) => players.join(), (players) => {
      const [one = '', other = ''] = players;
      const names = {one: nameOf(tournament, one), other: nameOf(tournament, other)};
      return html`<li>${t('{one} and {other}', names)} <button type="button" aria-disabled=${String(page.isBusy)}
        aria-label=${t('Allow {one} and {other} to meet', names)}
        @click=${() => page.act(PART, {type: 'allow_pair', players}, t('The players may meet.'))}>
        ${t('Allow')}</button></li>`;
    })}</ul>
    ${active.length > 1 ? html`<form class="desk-form" @submit=${forbid}>
      ${playerSelect('desk-one', 'one', t('One player'), active)}
      ${playerSelect('desk-other', 'other', t('Other player'), active)}
      <button aria-disabled=${String(page.isBusy)}>${t('Forbid this pair')}</button></form>` : nothing}
    ${page.problemIn(PART)}`;
}
