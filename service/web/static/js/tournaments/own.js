// What is next for the visitor: register, check in, the next game; or that the tournament is over.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {person, takeSeat} from '../core/people.js';
import {formatMoment, t} from '../core/texts.js';

/**
 * @typedef {import('./tournament.js').TournamentPage} Page
 * @typedef {import('../core/types.js').Tournament} Tournament
 * @typedef {import('../core/types.js').TournamentTable} Table
 */

const PART = 'own';

/**
 * @param {Page} page
 * @param {Tournament} tournament
 */
export function ownView(page, tournament) {
  const parts = [resultView(page, tournament), ...gamesView(page, tournament), checkInView(page, tournament),
    invitationView(page, tournament), entryView(page, tournament)].filter((part) => part !== nothing);
  const problem = page.problemIn(PART);
  if (!parts.length && problem === nothing) return nothing;
  return html`<section class="panel own-part screen-only" aria-labelledby="own-part">
    <h2 id="own-part" class="visually-hidden">${t('For you')}</h2>${parts}${problem}</section>`;
}

/**
 * @param {Page} page
 * @param {Tournament} tournament
 */
function resultView(page, {status, places}) {
  if (status === 'cancelled') return html`<p>${t('The tournament was cancelled.')}</p>`;
  if (status !== 'ended') return nothing;
  const winners = places.filter(({rank, division}) => rank === 1 && division === 1);
  const own = places.find(({player}) => player === page.person?.id);
  // each division of a league has ranks of its own
  const peers = places.filter(({division}) => division === own?.division);
  return html`<p class="winner">${t('Winner:')} ${winners.map(({player, name}, place) => html`${place ? ', ' : ''}
      <strong>${person(player, name)}</strong>`)}</p>
    ${own ? html`<p>${peers.length < places.length
      ? t('Your rank in division {division}: {rank} of {all}',
        {division: own.division, rank: own.rank, all: peers.length})
      : t('Your rank: {rank} of {all}', {rank: own.rank, all: places.length})}</p>` : nothing}`;
}

/**
 * The open games of the visitor, or else what the visitor waits for.
 * @param {Page} page
 * @param {Tournament} tournament
 */
function gamesView(page, tournament) {
  const {rounds, status} = tournament;
  const own = page.person?.id;
  if (!own || status === 'ended' || status === 'cancelled') return [];
  const games = rounds.flatMap((round) => round.tables
    .filter((table) => !table.result && table.seats.some(({player}) => player === own))
    .map((table) => gameView(page, round.number, table, own)));
  const text = games.length ? '' : waitingText(page, tournament, own);
  return text ? [...games, html`<p>${text}</p>`] : games;
}

/**
 * Return what a player without a game waits for.
 * @param {Page} page
 * @param {Tournament} tournament
 * @param {string} own
 */
function waitingText(page, {rounds, players, next_round: next, next_round_at: at, check_in: checkIn}, own) {
  const last = rounds.at(-1);
  const entrant = players.find(({player}) => player === own);
  if (entrant?.status === 'dropped') return t('You have dropped out. Your results stay.');
  if (entrant?.status !== 'active') return '';
  if (last && last.status !== 'closed') {
    const {number} = last;
    const table = last.tables.find(({seats}) => seats.some(({player}) => player === own));
    if (table) return t('Your table of round {number} has its result. The round ends when all have one.', {number});
    return last.byes.some(({player}) => player === own) ? t('You have a bye in round {number}.', {number})
      : t('You have no table in round {number}. You can play in the next one.', {number});
  }
  if (next === null) return t('All rounds are played. The organiser finishes the tournament.');
  if (checkIn && !checkIn.players.includes(own)) return '';
  return at ? t('Round {round} is published on {moment}. Your table is then shown here.',
    {round: next, moment: formatMoment(at)})
    : t('As soon as round {round} is published, your table is shown here.', {round: next});
}

/**
 * @param {Page} page
 * @param {number} number
 * @param {Table} table
 * @param {string} own
 */
function gameView(page, number, table, own) {
  const others = table.seats.filter(({player}) => player !== own);
  const seat = table.seats.find(({player}) => player === own)?.seat ?? 0;
  const game = page.games.get(table.game);
  const isFree = game?.status === 'open' && game.players[seat] === null;
  return html`<h3>${t('Your game: round {number}, table {table}', {number, table: table.number})}</h3>
    <p>${t('You play with:')}
      ${others.map(({player, name}, place) => html`${place ? ', ' : ''}${person(player, name)}`)}</p>
    <p class="actions">${isFree ? html`<button type="button" class="primary" aria-disabled=${String(page.isBusy)}
        @click=${() => sit(page, table.game, seat)}>${t('Take your seat')}</button>` : nothing}
      ${game ? html`<a class="button ${isFree ? '' : 'primary'}" href="/games/${table.game}">
        ${t('Go to the table')}</a>`
        : html`<span class="hint">${table.withheld
          ? t('The game is withheld from public view. Your own games list it.')
          : t('The game is being opened.')}</span>`}</p>`;
}

/**
 * Take the reserved seat, and go to the table.
 * @param {Page} page
 * @param {string} game
 * @param {number} seat
 */
async function sit(page, game, seat) {
  if (page.isBusy) return;
  [page.isBusy, page.failed, page.problem] = [true, '', null];
  page.update();
  try {
    await takeSeat(game, seat);
    location.assign(`/games/${game}`);
  } catch (error) {
    [page.failed, page.problem] = [PART, /** @type {Error} */ (error)];
  }
  page.isBusy = false;
  page.update();
}

/**
 * @param {Page} page
 * @param {Tournament} tournament
 */
function checkInView(page, {check_in: checkIn, players}) {
  const own = page.person?.id;
  if (!checkIn || !players.some(({player, status}) => player === own && status === 'active')) return nothing;
  const {round} = checkIn;
  if (own && checkIn.players.includes(own)) {
    return html`<p>${t('You are checked in for round {round}.', {round})}</p><p class="actions">
      <button type="button" aria-disabled=${String(page.isBusy)}
        @click=${() => page.act(PART, {type: 'withdraw_check_in', round}, t('You are not checked in.'))}>
        ${t('Withdraw the check-in')}</button></p>`;
  }
  return html`<p>${t('Check in, or you will not play in round {round}.', {round})}</p><p class="actions">
    <button type="button" class="primary" aria-disabled=${String(page.isBusy)}
      @click=${() => page.act(PART, {type: 'check_in', round}, t('You are checked in.'))}>
      ${t('Check in for round {round}', {round})}</button></p>`;
}

/**
 * @param {Page} page
 * @param {Tournament} tournament
 */
function invitationView(page, {invited, you_may: may}) {
  const own = invited.find(({player}) => player === page.person?.id);
  if (!own || !may.includes('decline_invitation')) return nothing;
  const accept = own.as_substitute ? 'join_substitutes' : 'register';
  return html`<p>${own.as_substitute ? t('You are invited to be a substitute.')
    : t('You are invited. You take part only if you accept.')}</p><p class="actions">
    ${may.includes(accept) ? button(page, accept, t('Accept'), own.as_substitute
      ? t('You are on the list of substitutes.') : t('You are registered.'), 'primary') : nothing}
    ${button(page, 'decline_invitation', t('Decline'), t('You have declined the invitation.'))}</p>`;
}

/**
 * Register, leave, return, and the list of substitutes.
 * @param {Page} page
 * @param {Tournament} tournament
 */
function entryView(page, tournament) {
  const own = page.person?.id;
  if (tournament.invited.some(({player}) => player === own)) return nothing;
  if (!own) return tournament.registration === 'open' ? signInView(tournament) : nothing;
  const may = new Set(tournament.you_may);
  const entrant = tournament.players.find(({player}) => player === own);
  const isActive = entrant?.status === 'active';
  const isWaiting = tournament.substitutes.some(({player}) => player === own);
  const isStarted = tournament.rounds.length > 0;
  const buttons = [
    !isActive && entrant?.status !== 'dropped' && may.has('register') && registerView(page, isStarted),
    may.has('return') && button(page, 'return', t('Return to the tournament'), t('You take part again.'), 'primary'),
    !isActive && !page.isOrganiser && may.has('join_substitutes') && !may.has('register')
      && button(page, 'join_substitutes', t('Join the substitutes'), t('You are on the list of substitutes.')),
    isWaiting && may.has('leave_substitutes') && button(page, 'leave_substitutes', t('Leave the substitutes'),
      t('You are not on the list of substitutes.')),
    isActive && may.has('leave') && leaveView(page, isStarted),
  ].filter(Boolean);
  const state = isActive && !isStarted ? t('You are registered.')
    : isWaiting ? t('You are on the list of substitutes.') : '';
  if (!buttons.length && !state) return nothing;
  return html`${state ? html`<p>${state}</p>` : nothing}<p class="actions">${buttons}</p>`;
}

/**
 * @param {Page} page
 * @param {boolean} isStarted
 */
function registerView(page, isStarted) {
  const name = page.isOrganiser ? t('I play, too') : isStarted ? t('Enter late') : t('Register');
  return button(page, 'register', name, t('You are registered.'), page.isOrganiser ? '' : 'primary');
}

/** @param {Tournament} tournament */
function signInView({id}) {
  return html`<p class="actions"><a class="button primary" href="/sign-in?next=/tournaments/${id}">
    ${t('Sign in to register')}</a></p>`;
}

/**
 * @param {Page} page
 * @param {string} type
 * @param {string} name
 * @param {string} done
 * @param {string} [classes]
 */
function button(page, type, name, done, classes = '') {
  return html`<button type="button" class=${classes} aria-disabled=${String(page.isBusy)}
    @click=${() => page.act(PART, {type}, done)}>${name}</button>`;
}

/**
 * @param {Page} page
 * @param {boolean} isStarted
 */
function leaveView(page, isStarted) {
  const name = isStarted ? t('Drop out') : t('Withdraw');
  if (page.asked !== 'leave') {
    return html`<button type="button" @click=${() => page.ask('leave')}>${name}…</button>`;
  }
  const question = isStarted ? t('Your results stay, and you are not paired any more. A running game continues.')
    : t('Withdraw your registration?');
  return html`<span>${question}</span>
    <button type="button" class="danger" data-confirm aria-disabled=${String(page.isBusy)}
      @click=${() => page.act(PART, {type: 'leave'}, t('You have left the tournament.'))}>${name}</button>
    <button type="button" @click=${() => page.ask('')}>${t('Keep my place')}</button>`;
}
