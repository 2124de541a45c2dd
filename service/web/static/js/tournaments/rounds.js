// The rounds of a tournament: tables with their players, games and results.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {formatAmount} from '../core/amounts.js';
import {person, seatLine} from '../core/people.js';
import {formatMoment, language, t, tn} from '../core/texts.js';
import {costsView} from './costs.js';
import {roundName} from './words.js';

/**
 * @typedef {import('./tournament.js').TournamentPage} Page
 * @typedef {import('../core/types.js').Tournament} Tournament
 * @typedef {import('../core/types.js').TournamentRound} Round
 * @typedef {import('../core/types.js').TournamentTable} Table
 */

/**
 * The rounds as tabs, and the tables of the chosen one.
 * @param {Page} page
 * @param {Tournament} tournament
 */
export function roundsView(page, tournament) {
  const shown = shownRound(page, tournament);
  if (!shown) return html`<p class="muted">${t('The first round has not been published.')}</p>`;
  return html`<nav class="tabs rounds" aria-label=${t('Rounds')}>${tournament.rounds.map((round) => html`
      <a href="?round=${round.number}" aria-current=${round === shown ? 'page' : 'false'}
        @click=${(/** @type {Event} */ event) => page.choose(event, {round: round.number})}>
        ${roundName(round)}</a>`)}</nav>
    <h3 class="print-only">${roundName(shown)}</h3>
    <p class="state">${roundState(shown)}</p>
    <ul class="cards tables">${shown.tables.map((table) => html`
      <li class="card ${isOwn(page, table) ? 'mine' : ''}">${tableView(page, shown, table)}</li>`)}</ul>
    ${shown.byes.length ? html`<p><strong>${t('Bye:')}</strong> ${shown.byes.map(({player, name}, place) => html`${
      place ? ', ' : ''}${person(player, name)}`)}</p>` : nothing}
    <div class="actions screen-only">
      <button type="button" @click=${() => print()}>${t('Print')}</button>
      <a class="button" download
        href="/v1/tournaments/${tournament.id}/pairings.csv?round=${shown.number}&spreadsheet=${language}">
        ${t('Pairings as CSV')}</a>
      <a class="button" download href="/v1/tournaments/${tournament.id}/results.csv?spreadsheet=${language}">
        ${t('Results as CSV')}</a></div>
    <details class="differences screen-only"><summary>${t('How this round was paired')}</summary>
      ${drawView(shown)}</details>`;
}

/**
 * Return the round that is chosen, or else the last one.
 * @param {Page} page
 * @param {Tournament} tournament
 */
export function shownRound(page, tournament) {
  return tournament.rounds.find(({number}) => number === page.chosen.round) ?? tournament.rounds.at(-1);
}

/** @param {Round} round */
export function roundState(round) {
  const done = round.tables.filter(({result}) => result).length;
  if (round.closed_at) return t('Closed on {moment}', {moment: formatMoment(round.closed_at)});
  if (round.status === 'published') return t('Published. The games are being opened.');
  return t('Tables with a result: {done} of {all}.', {done, all: round.tables.length});
}

/**
 * @param {Page} page
 * @param {Table} table
 */
function isOwn(page, table) {
  return table.seats.some(({player}) => player === page.person?.id);
}

/**
 * @param {Page} page
 * @param {Round} round
 * @param {Table} table
 */
function tableView(page, round, table) {
  const name = t('Table {number}', {number: table.number});
  const isOpen = round.status !== 'published' || table.result;
  return html`<h3>${isOpen && !table.withheld ? html`<a href="/games/${table.game}">${name}</a>` : name}
      ${isOwn(page, table) ? html`<span class="badge accent">${t('Your table')}</span>` : nothing}
      ${table.withheld ? html`<span class="badge">${t('withheld')}</span>` : nothing}</h3>
    <p class="state">${tableState(page, round, table)}</p>
    ${table.result?.places.length ? placesView(page, table) : seatsView(table)}`;
}

/** @param {Table} table */
function seatsView(table) {
  return html`<ul class="seats">${table.seats.map(({seat, player, name}) => html`<li>
    ${seatLine(seat, person(player, name))}
    ${table.forfeited.includes(player) ? html`<span class="badge">${t('forfeited')}</span>` : nothing}</li>`)}</ul>`;
}

/**
 * @param {Page} page
 * @param {Table} table
 */
function placesView(page, table) {
  const {places, left} = /** @type {NonNullable<Table['result']>} */ (table.result);
  const unit = page.known.titles.get(page.tournament?.terms.ruleset ?? '')?.score.symbol ?? '';
  const others = table.seats.filter(({player}) => left.includes(player)
    && !places.some((place) => place.player === player));
  return html`<ol class="seats places">${places.map(({player, name, rank, score}) => html`
    <li class=${rank === 1 ? 'won' : ''}><span class="rank">${rank}.</span> ${person(player, name)}
      <span class="numbers muted">${formatAmount(score, unit)}</span>
      ${left.includes(player) ? html`<span class="badge">${t('left, no points')}</span>` : nothing}</li>`)}
    ${others.map(({player, name}) => html`<li>${person(player, name)}
      <span class="badge">${t('left, no points')}</span></li>`)}</ol>`;
}

/**
 * Return what happens at a table now.
 * @param {Page} page
 * @param {Round} round
 * @param {Table} table
 */
function tableState(page, round, table) {
  if (table.result) {
    const texts = {game: t('Ended'), ruling: t('Result by a ruling'), void: t('Void: it counts like a bye')};
    return texts[table.result.by];
  }
  if (round.status === 'published') return t('The game is being opened.');
  const game = page.games.get(table.game);
  if (game?.status === 'open') {
    const taken = game.players.filter((player) => player !== null).length;
    return t('{taken} of {all} players have taken their seats', {taken, all: game.players.length});
  }
  if (game?.status === 'ended') return t('The game has ended. Its result is being taken.');
  return game?.status === 'abandoned' ? t('The game was abandoned.') : t('Being played');
}

/** @param {Round} round */
function drawView(round) {
  const {attempt, edits, seed} = round;
  return html`<p>${attempt === 0 ? t('The first draw was published.')
      : t('Draw {number} was published.', {number: attempt + 1})}
      ${edits.length ? tn('Organisers made {number} change by hand.', 'Organisers made {number} changes by hand.',
        edits.length) : t('Organisers changed nothing by hand.')}</p>
    ${Object.keys(round.cost).length ? costsView(round.cost) : nothing}
    <p class="hint">${t('Everybody can compute the pairing again from this seed:')}</p><pre>${seed}</pre>`;
}
