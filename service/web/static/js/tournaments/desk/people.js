// The players at the organiser's desk: invite, check in, drop out, substitutes, forbidden pairs.

import {html, nothing} from '../../../vendor/lit-html/lit-html.js';
import {playerIn} from '../../core/people.js';
import {t} from '../../core/texts.js';
import {nameOf, playerSelect} from './fields.js';

/**
 * @typedef {import('../tournament.js').TournamentPage} Page
 * @typedef {import('../../core/types.js').Tournament} Tournament
 * @typedef {import('../../core/types.js').Entrant} Entrant
 */

const PART = 'people';

/**
 * @param {Page} page
 * @param {Tournament} tournament
 */
export function peopleView(page, tournament) {
  const may = new Set(tournament.you_may);
  const active = tournament.players.filter(({status}) => status === 'active');
  return html`${page.problemIn(PART)}
    ${may.has('invite') ? inviteView(page, !may.has('register')) : nothing}
    ${tournament.invited.length ? invitedView(page, tournament) : nothing}
    ${active.length ? html`<div class="scroll"><table class="desk-players"><thead><tr>
        <th scope="col">${t('Player')}</th><th scope="col">${t('What you can do')}</th></tr></thead>
      <tbody>${active.map((entrant) => rowView(page, tournament, entrant, may))}</tbody></table></div>` : nothing}
    ${may.has('substitute') ? substituteView(page, tournament, active) : nothing}
    ${may.has('forbid_pair') && active.length > 1 ? pairsView(page, tournament, active) : nothing}`;
}

/**
 * @param {Page} page
 * @param {boolean} asSubstitute
 */
function inviteView(page, asSubstitute) {
  /** @param {SubmitEvent} event */
  const invite = async (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const player = playerIn(String(new FormData(form).get('player')));
    const act = {type: 'invite', player, as_substitute: asSubstitute};
    if (await page.act(PART, act, t('The player is invited.'))) form.reset();
  };
  const label = asSubstitute ? t('Invite a substitute') : t('Invite a player');
  return html`<form class="desk-form" @submit=${invite}>
    <div class="field"><label for="desk-register">${label}</label>
      <input id="desk-register" name="player" required autocomplete="off" placeholder=${t('Address of the profile')}>
      <span class="hint">
        ${t('The player accepts or declines on this page. Players can also register themselves.')}</span>
    </div><button ?disabled=${page.isBusy}>${t('Invite')}</button></form>`;
}

/**
 * @param {Page} page
 * @param {Tournament} tournament
 */
function invitedView(page, {invited}) {
  return html`<h3>${t('Invited, without an answer')}</h3><ul class="plain">${invited.map(({player, name}) => {
    const shown = name ?? t('Deleted player');
    return html`<li>${shown} <button type="button" ?disabled=${page.isBusy}
      aria-label=${t('Take back the invitation of {name}', {name: shown})}
      @click=${() => page.act(PART, {type: 'decline_invitation', player}, t('The invitation is taken back.'))}>
      ${t('Take back')}</button></li>`;
  })}</ul>`;
}

/**
 * @param {Page} page
 * @param {Tournament} tournament
 * @param {Entrant} entrant
 * @param {Set<string>} may
 */
function rowView(page, tournament, {player, name, checked_in: isPresent}, may) {
  const shown = name ?? t('Deleted player');
  const round = tournament.check_in?.round;
  const question = `leave:${player}`;
  const leave = page.asked === question
    ? html`<button type="button" class="danger" ?disabled=${page.isBusy}
        aria-label=${t('Really remove {name}', {name: shown})}
        @click=${() => page.act(PART, {type: 'leave', player}, t('The player has left the tournament.'))}>
        ${t('Really remove')}</button> <button type="button" @click=${() => page.ask('')}>${t('Keep')}</button>`
    : html`<button type="button" aria-label=${t('Remove {name}…', {name: shown})} @click=${() => page.ask(question)}>
        ${t('Remove…')}</button>`;
  const checkIn = isPresent
    ? {type: 'withdraw_check_in', text: t('Not present'), label: t('Not present: {name}', {name: shown})}
    : {type: 'check_in', text: t('Check in'), label: t('Check in: {name}', {name: shown})};
  return html`<tr><th scope="row">${shown}
      ${isPresent ? html`<span class="badge">${t('checked in')}</span>` : nothing}</th>
    <td><span class="actions">${round !== undefined && may.has(checkIn.type) ? html`<button type="button"
        ?disabled=${page.isBusy} aria-label=${checkIn.label}
        @click=${() => page.act(PART, {type: checkIn.type, player, round}, t('Done'))}>
        ${checkIn.text}</button>` : nothing}
      ${may.has('leave') ? leave : nothing}</span></td></tr>`;
}

/**
 * @param {Page} page
 * @param {Tournament} tournament
 * @param {Entrant[]} active
 */
function substituteView(page, tournament, active) {
  /** @param {SubmitEvent} event */
  const replace = (event) => {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const [player, substitute] = [String(data.get('player')), String(data.get('substitute'))];
    page.act(PART, {type: 'substitute', player, substitute}, t('The substitute has the place.'));
  };
  return html`<h3>${t('Substitutes')}</h3><form class="desk-form" @submit=${replace}>
    ${playerSelect('desk-replaced', 'player', t('This player leaves'), active)}
    ${playerSelect('desk-substitute', 'substitute', t('and this substitute takes the place'), tournament.substitutes)}
    <button ?disabled=${page.isBusy}>${t('Replace the player')}</button></form>`;
}

/**
 * @param {Page} page
 * @param {Tournament} tournament
 * @param {Entrant[]} active
 */
function pairsView(page, tournament, active) {
  /** @param {SubmitEvent} event */
  const forbid = (event) => {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const players = [String(data.get('one')), String(data.get('other'))];
    page.act(PART, {type: 'forbid_pair', players}, t('The players do not meet.'));
  };
  return html`<h3>${t('Forbidden pairs')}</h3>
    <p class="hint">${t('These players never sit at the same table, except in knock-out rounds.')}</p>
    <ul class="plain">${tournament.forbidden.map((players) => {
      const [one = '', other = ''] = players;
      const names = {one: nameOf(tournament, one), other: nameOf(tournament, other)};
      return html`<li>${t('{one} and {other}', names)} <button type="button" ?disabled=${page.isBusy}
        aria-label=${t('Allow {one} and {other} to meet', names)}
        @click=${() => page.act(PART, {type: 'allow_pair', players}, t('The players may meet.'))}>
        ${t('Allow')}</button></li>`;
    })}</ul>
    <form class="desk-form" @submit=${forbid}>
      ${playerSelect('desk-one', 'one', t('One player'), active)}
      ${playerSelect('desk-other', 'other', t('Other player'), active, 1)}
      <button ?disabled=${page.isBusy}>${t('Forbid this pair')}</button></form>`;
}
