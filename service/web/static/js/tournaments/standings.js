// The standings after a round, with tie-breaks, and for each player where the points come from.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {person} from '../core/people.js';
import {skeleton} from '../core/paged.js';
import {formatNumber, language, t} from '../core/texts.js';
import {select} from '../pages/form_fields.js';
import {columnText, formatFraction, isOfKnockout, pointsName, tieBreakMeaning, tieBreakName} from './words.js';

/**
 * @typedef {import('./tournament.js').TournamentPage} Page
 * @typedef {import('../core/types.js').Standings} Standings
 * @typedef {import('../core/types.js').StandingsRow} Row
 * @typedef {import('../core/types.js').TraceLine} TraceLine
 */

/** @param {Page} page */
export function standingsView(page) {
  const {standings, tournament} = page;
  if (!standings || !tournament) return skeleton();
  if (!tournament.rounds.length) return html`<p class="muted">${t('They begin with the first round.')}</p>`;
  const rounds = Array.from({length: tournament.rounds.length + 1}, (_, round) => String(round));
  const divisions = [...new Set(standings.rows.map(({division}) => division))];
  return html`<div class="filters screen-only"><div class="field"><label for="after">${t('After round')}</label>
      ${select('after', String(standings.after_round), rounds.map((round) => [round, round]),
        (round) => page.choose(null, {after: Number(round)}))}</div>
      <a class="button" download
        href="${tournament.standings}?after_round=${standings.after_round}&format=csv&spreadsheet=${language}">
        CSV</a></div>${page.problemIn('standings')}
    <p class="state">${t('After round {number}', {number: standings.after_round})}${standings.is_final ? ''
      : ` · ${t('Results are missing.')}`}</p>
    ${divisions.map((division) => html`
      ${divisions.length > 1 ? html`<h3>${t('Division {number}', {number: division})}</h3>` : nothing}
      ${tableView(page, standings.rows.filter((row) => row.division === division))}`)}
    <details class="differences screen-only"><summary>${t('What the columns mean')}</summary>
      <dl>${(standings.rows[0]?.columns ?? []).map(({name}) => html`<dt>${tieBreakName(name)}</dt>
        <dd>${tieBreakMeaning(name)}</dd>`)}</dl></details>`;
}

/**
 * @param {Page} page
 * @param {Row[]} rows
 */
function tableView(page, rows) {
  const columns = (rows[0]?.columns ?? []).filter(isShown);
  // in heats, what counts before the points is before them
  const first = columns.filter(isOfKnockout);
  const others = columns.filter((column) => !isOfKnockout(column));
  const points = pointsName(columns);
  return html`<div class="scroll"><table class="as-cards standings"><thead><tr>
      <th scope="col" class="number">${t('Rank')}</th><th scope="col">${t('Player')}</th>
      ${first.map(heading)}<th scope="col" class="number">${points}</th>${others.map(heading)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr class=${row.player === page.person?.id ? 'own' : ''}>
      <td class="number rank" data-label=${t('Rank')}>${formatNumber(row.rank)}</td>
      <th scope="row">${person(row.player, row.name)} ${statusBadge(row.status)} ${traceView(row)}</th>
      ${row.columns.filter(isOfKnockout).map(cell)}
      <td class="number points" data-label=${points}>${value(row.points)}</td>
      ${row.columns.filter((column) => isShown(column) && !isOfKnockout(column)).map(cell)}</tr>`)}
    </tbody></table></div>`;
}

/** @param {{name: string}} column */
function heading({name}) {
  return html`<th scope="col" class="number">${tieBreakName(name)}</th>`;
}

/** @param {{name: string, value: string}} column */
function cell(column) {
  return html`<td class="number" data-label=${tieBreakName(column.name)}>
    <span title=${column.value}>${columnText(column)}</span></td>`;
}

/**
 * Return whether a tie-break has a column. A lot is a long number, which only decides what all others leave open.
 * @param {{name: string}} column
 */
function isShown({name}) {
  return name !== 'lot';
}

/** @param {string} fraction */
function value(fraction) {
  return html`<span title=${fraction}>${formatFraction(fraction)}</span>`;
}

/** @param {string} status */
export function statusBadge(status) {
  const name = {
    dropped: t('dropped out'), disqualified: t('disqualified'), substitute: t('substitute'),
  }[status];
  return name ? html`<span class="badge">${name}</span>` : nothing;
}

/** @param {Row} row */
function traceView(row) {
  if (!row.trace.length) return nothing;
  return html`<details class="trace screen-only"><summary>${t('Details')}
      <span class="visually-hidden">${row.name}</span></summary>
    <ul>${row.trace.map((line) => html`<li>${traceText(line)}</li>`)}</ul>
    <p class="hint">${t('Exact values:')} ${row.columns.map(({name, value: exact}, place) => html`${place ? ', ' : ''}${
      tieBreakName(name)} ${exact}`)}</p></details>`;
}

/** @param {TraceLine} line */
function traceText(line) {
  const parts = {
    round: line.round, table: line.table ?? '', rank: line.rank ?? '', size: line.size ?? '', points: line.points,
  };
  const text = {
    table: t('Round {round}, table {table}: place {rank} of {size}, {points} points', parts),
    left: t('Round {round}, table {table}: left, no points', parts),
    bye: t('Round {round}: bye, {points} points', parts),
    void: t('Round {round}, table {table}: void, {points} points', parts),
    adjustment: t('Round {round}: adjusted by {points} points', parts),
    penalty: t('Round {round}: penalty, {points} points', parts),
    knockout: t('Round {round}, table {table}: place {rank} of {size} in a knock-out round', parts),
  }[line.why];
  return line.reason ? t('{text} ({reason})', {text, reason: line.reason}) : text;
}
