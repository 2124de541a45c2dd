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
import {profileMeaning, profileName} from './profiles.js';

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
 * Show the terms of a game as short marks. Pressed, they say in a sentence each what they mean.
 * @param {GameRow} game
 * @param {Known} known
 */
export function terms(game, known) {
  const marks = marksOf(game, known);
  const meanings = marks.filter(({meaning}) => meaning);
  return html`<details class="terms-of-game"><summary class="marks" title=${t('What does this mean?')}>
      ${marks.map(({mark}) => html`<span class="badge">${mark}</span> `)}</summary>
    <ul class="small">${meanings.map(({mark, meaning}) => html`<li><b>${mark}</b>: ${meaning}</li>`)}</ul></details>`;
}

/**
 * @param {GameRow} game
 * @param {Known} known
 * @returns {{mark: unknown, meaning?: string}[]}
 */
function marksOf(game, known) {
  const ruleset = known.titles.get(game.ruleset);
  const {clock, profile, rated, starts_at: start} = game;
  /** @type {({mark: unknown, meaning?: string} | false | null | '')[]} */
  const marks = [
    profile ? {mark: profileName(ruleset, profile), meaning: profileMeaning(ruleset, profile)}
      : {mark: t('custom options'), meaning: t('Some options differ from those of every profile.')},
    clock ? {
      mark: t('{time} a decision', {time: formatDuration(clock.allowance)}),
      meaning: t('A player who needs longer uses a reserve of {time} for the whole game.', {
        time: formatDuration(clock.bank),
      }),
    } : {mark: t('no clock'), meaning: t('Players take the time they need.')},
    game.visibility === 'private' && {mark: t('private'), meaning: t('Only those who have the link see the game.')},
    rated !== null && (rated ? {mark: t('rated'), meaning: t('The result changes the ratings of the players.')}
      : {mark: t('not rated'), meaning: t('The result changes no rating.')}),
    game.hints && {
      mark: t('with hints'),
      meaning: t('A player may ask the engine for its three best choices, and all see it.'),
    },
    start && game.status === 'open' && {mark: isOverdue(game)
      ? t('has waited for players since {moment}', {moment: formatMoment(start)})
      : t('starts {moment}', {moment: formatMoment(start)})},
    ...entryMarks(game).map((mark) => mark && {mark}),
    game.paused_until && {mark: t('paused until {moment}', {moment: formatMoment(game.paused_until)})},
    ...game.tags.map((tag) => ({mark: tagView(tag)})),
  ];
  return marks.filter((mark) => typeof mark === 'object' && mark !== null);
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
    <dl>${other.map(({name, value}) => html`<dt>${words?.options[name]?.name ?? name}</dt>
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
    ${seatsView(game, own)}<span class="row-end">${terms(game, known)}${watchers ? html`<span class="badge accent">${
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
