// The players at the organiser's desk: invite, check in, drop out, return, substitutes.

import {html, nothing} from '../../../vendor/lit-html/lit-html.js';
import {repeat} from '../../../vendor/lit-html/directives/repeat.js';
import {t} from '../../core/texts.js';
import {anyoneIn} from '../../pages/player_field.js';
import {statusBadge} from '../standings.js';
import {anyoneField, playerSelect} from './fields.js';
import {pairsView} from './pairs.js';
import {absentPlayers, activePlayers} from './phase.js';

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
  const active = activePlayers(tournament);
  const dropped = tournament.players.filter(({status}) => status === 'dropped');
  return html`${page.problemIn(PART)}
    ${may.has('invite') ? inviteView(page, may) : nothing}
    ${tournament.invited.length ? invitedView(page, tournament) : nothing}
    ${tournament.check_in ? html`<p class="state">${t('{present} of {all} players have checked in for round {round}.', {
      present: active.length - absentPlayers(tournament).length, all: active.length, round: tournament.check_in.round,
    })}</p>` : nothing}
    ${active.length || dropped.length ? html`<div class="scroll"><table class="desk-players"><thead><tr>
        <th scope="col">${t('Player')}</th><th scope="col">${t('What you can do')}</th></tr></thead>
      <tbody>${repeat([...active, ...dropped], ({player}) => player,
        (entrant) => rowView(page, tournament, entrant, may))}</tbody></table></div>` : nothing}
    ${substitutesView(page, tournament, active, may)}
    ${may.has('forbid_pair') ? pairsView(page, tournament, active) : nothing}`;
}

/**
 * @param {Page} page
 * @param {Set<string>} may
 */
function inviteView(page, may) {
  /** @param {SubmitEvent} event */
  const invite = async (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const isSubstitute = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value === 'substitute';
    const player = await page.trying(PART, () => anyoneIn(form));
    if (player === null) return;
    const act = {type: 'invite', player, as_substitute: isSubstitute || !may.has('register')};
    if (await page.act(PART, act, t('The player is invited.'))) form.reset();
  };
  return html`<form class="desk-form" novalidate @submit=${invite}>
    <div class="field wide">${anyoneField('desk-register', t('Invite a player'))}
      <span class="hint">
        ${t('The player accepts or declines on this page. Players can also register themselves.')}
        ${t('The record keeps each invitation.')}</span></div>
    ${may.has('register') ? html`<button value="player" aria-disabled=${String(page.isBusy)}>
      ${t('Invite')}</button>` : nothing}
    <button value="substitute" aria-disabled=${String(page.isBusy)}>${t('Invite as a substitute')}</button></form>
    ${may.has('register') ? nothing : html`<p class="hint">
      ${t('Registration is closed, or the tournament is full: players can only wait as substitutes.')}</p>`}`;
}

/**
 * @param {Page} page
 * @param {Tournament} tournament
 */
function invitedView(page, {invited}) {
  return html`<h3>${t('Invited, without an answer')}</h3>
    <ul class="plain">${repeat(invited, ({player}) => player, ({player, name}) => {
      const shown = name ?? t('Deleted player');
      return html`<li>${shown} <button type="button" aria-disabled=${String(page.isBusy)}
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
function rowView(page, tournament, {player, name, status, checked_in: isPresent}, may) {
  const shown = name ?? t('Deleted player');
  const round = tournament.check_in?.round;
  const checkIn = isPresent
    ? {type: 'withdraw_check_in', text: t('Not present'), label: t('Not present: {name}', {name: shown}),
      done: t('{name} is not checked in.', {name: shown})}
    : {type: 'check_in', text: t('Check in'), label: t('Check in: {name}', {name: shown}),
      done: t('{name} is checked in.', {name: shown})};
  const acts = status === 'dropped'
    ? html`<button type="button" aria-disabled=${String(page.isBusy)}
      aria-label=${t('Let {name} return', {name: shown})}
      @click=${() => page.act(PART, {type: 'return', player}, t('The player takes part again.'))}>
      ${t('Let return')}</button>`
    : html`${round !== undefined && may.has(checkIn.type) ? html`<button type="button"
        aria-disabled=${String(page.isBusy)} aria-label=${checkIn.label}
        @click=${() => page.act(PART, {type: checkIn.type, player, round}, checkIn.done)}>
        ${checkIn.text}</button>` : nothing}
      ${may.has('leave') ? leaveView(page, player, shown, tournament.rounds.length > 0) : nothing}`;
  return html`<tr><th scope="row">${shown} ${statusBadge(status)}
      ${isPresent ? html`<span class="badge">${t('checked in')}</span>` : nothing}</th>
    <td><span class="actions">${acts}</span></td></tr>`;
}

/**
 * @param {Page} page
 * @param {string} player
 * @param {string} name
 * @param {boolean} isStarted
 */
function leaveView(page, player, name, isStarted) {
  const question = `leave:${player}`;
  if (page.asked !== question) {
    return html`<button type="button" aria-label=${t('Remove {name}…', {name})} @click=${() => page.ask(question)}>
      ${t('Remove…')}</button>`;
  }
  return html`<span>${isStarted ? t('The results stay. The player is not paired any more, and may return later.')
      : t('The player can register again.')}</span>
    <button type="button" class="danger" data-confirm aria-disabled=${String(page.isBusy)}
      aria-label=${t('Really remove {name}', {name})}
      @click=${() => page.act(PART, {type: 'leave', player}, t('The player has left the tournament.'))}>
      ${t('Really remove')}</button> <button type="button" @click=${() => page.ask('')}>${t('Keep')}</button>`;
}

/**
 * The list of substitutes, and the form that gives one a place.
 * @param {Page} page
 * @param {Tournament} tournament
 * @param {Entrant[]} active
 * @param {Set<string>} may
 */
function substitutesView(page, {substitutes}, active, may) {
  /** @param {SubmitEvent} event */
  const replace = async (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const data = new FormData(form);
    const [player, substitute] = [String(data.get('player')), String(data.get('substitute'))];
    const done = t('The substitute has the place.');
    if (await page.act(PART, {type: 'substitute', player, substitute}, done)) form.reset();
  };
  if (!substitutes.length) return nothing;
  return html`<h3>${t('Substitutes')}</h3>
    <ul class="plain">${repeat(substitutes, ({player}) => player, ({player, name}) => html`<li>
      ${name ?? t('Deleted player')} <button type="button" aria-disabled=${String(page.isBusy)}
        aria-label=${t('Remove {name} from the substitutes', {name: name ?? t('Deleted player')})}
        @click=${() => page.act(PART, {type: 'leave_substitutes', player}, t('The substitute is removed.'))}>
        ${t('Remove')}</button></li>`)}</ul>
    ${may.has('substitute') && active.length ? html`<form class="desk-form" @submit=${replace}>
      ${playerSelect('desk-replaced', 'player', t('This player leaves'), active)}
      ${playerSelect('desk-substitute', 'substitute', t('and this substitute takes the place'), substitutes)}
      <button aria-disabled=${String(page.isBusy)}>${t('Replace the player')}</button></form>
      <p class="hint">${t('From the next round on. Everyone keeps the own results.')}</p>` : nothing}`;
}
