// The tables that an organiser waits for: which players are not there, and the way to a ruling.

import {html, nothing} from '../../../vendor/lit-html/lit-html.js';
import {repeat} from '../../../vendor/lit-html/directives/repeat.js';
import {t} from '../../core/texts.js';
import {waitingTables} from './phase.js';

/**
 * @typedef {import('../tournament.js').TournamentPage} Page
 * @typedef {import('../../core/types.js').Tournament} Tournament
 * @typedef {import('../../core/types.js').TournamentTable} Table
 */

/**
 * @param {Page} page
 * @param {Tournament} tournament
 * @param {(round: number, table: number) => void} rule
 */
export function waitingView(page, tournament, rule) {
  const waiting = waitingTables(tournament);
  if (!waiting.length) return nothing;
  const mayRule = tournament.you_may.includes('void_table');
  const isMissing = waiting.some(({table}) => missing(page, table).length);
  return html`<ul class="plain waiting">${repeat(waiting, ({round, table}) => `${round}.${table.number}`,
      ({round, table}) => rowView(page, round, table, mayRule ? rule : null))}</ul>
    ${isMissing && mayRule ? html`<p class="hint">
      ${t('The players find their seats on this page. If one does not come, a substitute may take the free seat.')}
      ${t('Otherwise rule: swap players, replace the result, or void the table.')}</p>` : nothing}`;
}

/**
 * @param {Page} page
 * @param {number} round
 * @param {Table} table
 * @param {((round: number, table: number) => void) | null} rule
 */
function rowView(page, round, table, rule) {
  const {number} = table;
  const name = t('Round {round}, table {number}', {round, number});
  const link = table.withheld ? name : html`<a href="/games/${table.game}">${name}</a>`;
  return html`<li><span class="what">${link}: ${stateText(page, table)}</span>
    ${rule ? html`<button type="button" aria-label=${t('Rule on round {round}, table {number}…', {round, number})}
      @click=${() => rule(round, number)}>${t('Rule…')}</button>` : nothing}</li>`;
}

/**
 * @param {Page} page
 * @param {Table} table
 */
function stateText(page, table) {
  const game = page.games.get(table.game);
  if (table.withheld) return t('withheld from public view.');
  if (!game) return t('the game is being opened.');
  if (game.status === 'running') return t('being played.');
  if (game.status !== 'open') return t('ended; the result is being taken.');
  const names = missing(page, table).join(', ');
  return names ? t('not at the table: {names}', {names}) : t('all players are there.');
}

/**
 * Return the names of the players who have not taken their seats.
 * @param {Page} page
 * @param {Table} table
 */
function missing(page, {game, seats}) {
  const row = page.games.get(game);
  if (row?.status !== 'open') return [];
  return seats.filter(({seat}) => row.players[seat] === null).map(({name}) => name ?? t('Deleted player'));
}
