// Acts of operators and moderators, as sentences.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import {formatMoment, t} from '../core/texts.js';
import {actionName} from '../reports/words.js';

/** @typedef {import('../core/types.js').ModerationAct} ModerationAct */

/** Return the name of a role; that of one that a later release has added as it is. @param {unknown} role */
export function roleNamed(role) {
  return role === 'operator' ? t('operator') : role === 'moderator' ? t('moderator') : String(role ?? '');
}

/** Return what an act did; the name of an action that a later release has added. @param {ModerationAct} act */
export function wordsOf({action, details}) {
  /** @type {Record<string, string>} */
  const known = {
    'role.granted': t('Role granted: {role}', {role: roleNamed(details['role'])}),
    'role.revoked': t('Role revoked: {role}', {role: roleNamed(details['role'])}),
    'player.suspended': details['kind'] === 'locked_out' ? t('Locked out') : t('Suspended: may only read'),
    'player.suspension_lifted': t('Suspension lifted'),
    'player.warned': t('Warned'),
    'player.renamed': t('Renamed'),
    'player.signed_out': t('All tokens, sessions, passkeys and apps ended'),
    'player.recovery_made': t('Recovery link made'),
    'player.limited': t('Limits changed'),
    'game.closed': t('Game closed'),
    'game.not_closed': t('Game not closed: it had started'),
    'game.withheld': t('Game removed from public view'),
    'game.shown': t('Game shown again'),
    'result.voided': t('Result voided'),
    'result.restored': t('Result restored'),
    'period.voided': t('Rating period voided'),
    'period.restored': t('Rating period restored'),
    'tournament.closed': t('Tournament closed'),
    'message.removed': t('Text removed'),
    'site.sign_ups': t('Sign-up switched: {mode}', {mode: modeNamed(String(details['mode'] ?? ''))}),
    'site.maintenance_began': t('Maintenance begun'),
    'site.maintenance_ended': t('Maintenance ended'),
    'site.notice_set': t('Notice shown'),
    'site.notice_ended': t('Notice ended'),
    'site.code_made': t('Code to sign up with made'),
    'site.code_withdrawn': t('Code to sign up with withdrawn'),
  };
  return known[action] ?? actionName(action);
}

/** @param {string} mode */
function modeNamed(mode) {
  return new Map([['open', t('Everyone')], ['invitation', t('Only with a code')], ['closed', t('No one')]]).get(mode)
    ?? mode;
}

/** The pages of the desk by what an act is about. @type {Record<string, string>} */
const PAGES = {player: '/desk/players/', game: '/desk/games/', tournament: '/desk/tournaments/'};

/** @param {ModerationAct[]} acts */
export function actsView(acts) {
  return html`<ol class="act-list">${repeat(acts, ({number}) => number, (act) => html`<li>
    <span><b>${wordsOf(act)}</b> ${aboutView(act)} ${untilView(act)}</span>
    <span>${act.reason}</span>
    <span class="muted small">${act.number} · <time datetime=${act.at}>${formatMoment(act.at)}</time> ·
      ${act.by ? html`<a href="/desk/players/${act.by}">${act.by_name ?? act.by}</a>` : t('command line')}</span>
    </li>`)}</ol>`;
}

/** @param {ModerationAct} act */
function untilView({until}) {
  return until ? html`<span class="badge">${t('until {moment}', {moment: formatMoment(until)})}</span>` : nothing;
}

/** @param {ModerationAct} act */
function aboutView({kind, about, player, name}) {
  const page = PAGES[kind];
  const thing = kind !== 'player' && page ? html`<a href="${page}${about}">${about}</a>` : nothing;
  return html`${thing} ${player ? html`<a href="/desk/players/${player}">${name ?? player}</a>` : nothing}`;
}
