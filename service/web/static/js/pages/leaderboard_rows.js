// Rows of leaderboards.

import {html} from '../../vendor/lit-html/lit-html.js';
import {person} from '../core/people.js';
import {formatNumber, language, minus, t} from '../core/texts.js';

/** @typedef {import('../core/types.js').RankedPlayer} RankedPlayer */

const decimals = new Intl.NumberFormat(language, {minimumFractionDigits: 1, maximumFractionDigits: 1});

/** @param {number} number */
export function decimal(number) {
  return minus(decimals.format(number));
}

/**
 * Show ranked players as a table, which a narrow screen shows as cards.
 * @param {RankedPlayer[]} rows
 * @param {string | undefined} own The id of the visitor
 * @param {boolean} provisional Whether the players have no rank yet
 */
export function leaderboardTable(rows, own, provisional = false) {
  return html`<div class="scroll"><table class="as-cards"><thead><tr>
    ${provisional ? '' : html`<th scope="col" class="number">${t('Rank')}</th>`}<th scope="col">${t('Player')}</th>
    <th scope="col" class="number">${t('Rating')}</th><th scope="col" class="number">${t('Skill')}</th>
    <th scope="col" class="number">${t('Games')}</th><th scope="col" class="number">${t('Wins')}</th></tr></thead>
    <tbody>${rows.map((row) => html`<tr class=${row.player === own ? 'own' : ''}>
      ${provisional ? '' : html`<td class="number rank">${row.rank}.</td>`}
      <th scope="row">${person(row.player, row.name)}</th>
      <td class="number" data-label=${t('Rating')}>${decimal(row.rating)}</td>
      <td class="number" data-label=${t('Skill')}>${decimal(row.mu)} ± ${decimal(row.sigma)}</td>
      <td class="number" data-label=${t('Games')}>${formatNumber(row.games)}</td>
      <td class="number" data-label=${t('Wins')}>${formatNumber(row.wins)}</td></tr>`)}</tbody></table></div>`;
}
