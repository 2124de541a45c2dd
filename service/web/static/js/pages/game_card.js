// A game as lists show it.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {formatAmount} from '../core/amounts.js';
import {serverNow} from '../core/api.js';
import {formatDuration} from '../core/durations.js';
import {entryMarks} from '../core/entry_marks.js';
import {person, seatLine} from '../core/people.js';
import {formatDistance, formatMoment, t, tn} from '../core/texts.js';
import {thumbnail} from '../core/thumbnail.js';
import {differences, valueName} from '../core/titles.js';
import {tournamentIn} from '../core/tournament_tag.js';
import {profileName} from './profiles.js';

/**
 * @typedef {import('../core/types.js').GameRow} GameRow
 * @typedef {import('../core/types.js').OwnGame} OwnGame
 * @typedef {import('../core/types.js').FinishedGame} FinishedGame
 * @typedef {import('../core/types.js').Ruleset} Ruleset
 * @typedef {import('../core/types.js').Words} Words
 */

/**
 * What cards know of the titles. Until it has come, names of requests are shown.
 * @typedef {object} Known
 * @property {Map<string, Ruleset>} titles
 * @property {Map<string, Words>} words
 */

/**
 * @param {{ruleset: string, name?: string | null}} game
 * @param {Known} known
 */
export function gameName(game, known) {
  const title = known.titles.get(game.ruleset)?.title ?? game.ruleset;
  return game.name ? t('{name} ({title})', {name: game.name, title}) : title;
}

/**
 * Show the seats of a game: who has them, for whom they wait.
 * @param {GameRow} game
 * @param {string | null} own The id of the visitor
 */
export function seatsView(game, own) {
  return html`<ul class="seats">${game.players.map((player, seat) => html`
    <li class=${player ? '' : 'free'}>${seatLine(seat, player ? person(player, game.names[seat] ?? null)
      : freeSeat(game.reserved[seat] ?? null, own))}</li>`)}</ul>`;
}

/**
 * @param {string | null} reserved
 * @param {string | null} own
 */
function freeSeat(reserved, own) {
  if (!reserved) return t('Free');
  if (reserved === own) return html`<strong>${t('Reserved for you')}</strong>`;
  return reserved === 'invitation' ? t('For an invited player') : t('Reserved');
}

/**
 * Show the terms of a game as short marks.
 * @param {GameRow} game
 */
export function terms(game) {
  const marks = [
    game.profile ? profileName(game.profile) : t('custom options'),
    game.clock ? t('{time} a decision', {time: formatDuration(game.clock.allowance)}) : t('no clock'),
    game.visibility === 'private' && t('private'),
    game.rated !== null && (game.rated ? t('rated') : t('not rated')),
    game.starts_at && game.status === 'open' && (isOverdue(game)
      ? t('has waited for players since {moment}', {moment: formatMoment(game.starts_at)})
      : t('starts {moment}', {moment: formatMoment(game.starts_at)})),
    ...entryMarks(game),
    game.paused_until && t('paused until {moment}', {moment: formatMoment(game.paused_until)}),
    ...game.tags.map(tagView),
  ];
  return html`<p class="marks">${marks.filter(Boolean).map((mark) => html`<span class="badge">${mark}</span> `)}</p>`;
}

/**
 * Return whether the start time of a game has passed.
 * @param {GameRow} game
 */
export function isOverdue({starts_at: start}) {
  return Boolean(start) && Date.parse(start ?? '') <= serverNow();
}

/**
 * Show a tag. That of a tournament is its id without hyphens: it becomes a link.
 * @param {string} tag
 */
function tagView(tag) {
  const tournament = tournamentIn(tag);
  return tournament ? html`<a href="/tournaments/${tournament}">${t('Part of a tournament')}</a>` : tag;
}

/**
 * Show the options in which a game differs from the default profile.
 * @param {GameRow} game
 * @param {Known} known
 */
export function optionsView(game, known) {
  const ruleset = known.titles.get(game.ruleset);
  const words = known.words.get(game.ruleset);
  if (!ruleset || game.profile === ruleset.default_profile) return nothing;
  const other = differences(ruleset, game);
  if (!other.length) return nothing;
  return html`<details class="differences">
    <summary>${tn('{number} option differs', '{number} options differ', other.length)}</summary>
    <dl>${other.map(({name, value}) => html`<dt>${words?.options[name]?.meaning ?? name}</dt>
      <dd>${valueName(words, name, value)}</dd>`)}</dl></details>`;
}

/**
 * Return a seat that a player may take now: one that waits for the player, else a free one; undefined: none.
 * @param {GameRow | OwnGame} game
 * @param {string | null} own
 */
export function freeSeatFor(game, own) {
  // the seat may be reserved for another player, and released to substitutes, or a ruling offers it
  if ('invited' in game && game.invited) return game.seat;
  const seats = game.players.flatMap((player, seat) => (player === null ? [seat] : []));
  if (own && game.players.includes(own)) return undefined;
  return seats.find((seat) => own && game.reserved[seat] === own) ?? seats.find((seat) => !game.reserved[seat]);
}

/**
 * Show the state of an own game: whose turn, until when.
 * @param {OwnGame} game
 */
export function ownState(game) {
  if (game.invited) return html`<strong class="turn">${t('You are invited')}</strong>`;
  if (game.may_return) return html`<strong class="turn">${t('A bot plays for you. You may return.')}</strong>`;
  if (game.status === 'open') return t('Waiting for players');
  if (!game.awaiting) return t('Waiting for others');
  return html`<strong class="turn">${t('Your turn')}</strong>${game.due ? html` · <time datetime=${game.due}
    title=${formatMoment(game.due)}>${
      t('due {distance}', {distance: formatDistance(game.due, serverNow())})}</time>` : ''}`;
}

/**
 * Show a running game as a row.
 * @param {GameRow} game
 * @param {Known} known
 * @param {string | null} own
 * @param {number} [watchers] how many watch it
 */
export function runningRow(game, known, own, watchers = 0) {
  return html`<li class="row">
    <a class="row-name" href="/games/${game.id}">${thumbnail(game, game.id, game.players.length)}
      <span>${gameName(game, known)}</span></a>
    ${seatsView(game, own)}<span class="row-end">${terms(game)}${watchers ? html`<span class="badge accent">${
      tn('{number} watches', '{number} watch', watchers)}</span>` : nothing}</span></li>`;
}

/**
 * Show a finished game as a row: winners, scores, when it ended.
 * @param {FinishedGame} game
 * @param {Known} known
 */
export function resultRow(game, known) {
  const unit = known.titles.get(game.ruleset)?.score.symbol ?? '';
  return html`<li class="row">
    <a class="row-name" href="/games/${game.game}">${thumbnail(game, game.game, game.seats.length)}
      <span>${gameName(game, known)}</span></a>
    <ol class="ranks">${game.seats.map((seat) => html`<li class=${seat.won ? 'won' : ''}>
      <span class="rank">${seat.rank}.</span> ${person(seat.player, seat.name)}
      ${game.adjudicated ? '' : html`<span class="numbers muted">${formatAmount(seat.score, unit)}</span>`}
      ${seat.resigned ? html`<span class="badge">${t('resigned')}</span>` : ''}</li>`)}</ol>
    <span class="row-end muted">
      ${game.adjudicated ? html`<span class="badge">${t('adjudicated')}</span>` : ''}
      ${game.rated ? html`<span class="badge">${t('rated')}</span>` : ''}
      ${game.voided ? html`<span class="badge">${t('void')}</span>` : ''}
      <time datetime=${game.ended_at}>${formatMoment(game.ended_at)}</time></span></li>`;
}
