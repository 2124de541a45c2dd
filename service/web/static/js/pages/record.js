// The record of a player: what was played and won, by title and number of seats, and against whom.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {person} from '../core/people.js';
import {formatNumber, formatPercent, t, tn} from '../core/texts.js';

/** @typedef {import('../core/types.js').PlayerRecord} PlayerRecord */
/** @typedef {import('./game_card.js').Known} Known */

/**
 * @param {PlayerRecord} record
 * @param {Known} known
 */
export function recordView(record, known) {
  if (!record.games) return html`<p class="muted">${t('No finished game yet.')}</p>`;
  return html`<p>${tn('{number} game', '{number} games', record.games)},
      ${tn('{number} win', '{number} wins', record.wins)}</p>
    <div class="scroll"><table class="as-cards"><caption class="visually-hidden">${t('By title and seats')}</caption>
      <thead><tr><th scope="col">${t('Title')}</th><th scope="col" class="number">${t('Seats')}</th>
        <th scope="col" class="number">${t('Games')}</th><th scope="col" class="number">${t('Wins')}</th>
        <th scope="col" class="number">${t('Share of wins')}</th></tr></thead>
      <tbody>${record.tables.map(({ruleset, seats, games, wins}) => html`<tr>
        <th scope="row">${known.titles.get(ruleset)?.title ?? ruleset}</th>
        <td class="number" data-label=${t('Seats')}>${seats}</td>
        <td class="number" data-label=${t('Games')}>${formatNumber(games)}</td>
        <td class="number" data-label=${t('Wins')}>${formatNumber(wins)}</td>
        <td class="number" data-label=${t('Share of wins')}>${formatPercent(Math.round(100 * wins / games))}</td>
      </tr>`)}</tbody></table></div>
    ${record.opponents.length ? opponentsView(record) : nothing}`;
}

/** @param {PlayerRecord} record */
function opponentsView({player, opponents}) {
  return html`<h3>${t('Against whom')}</h3>
    <div class="scroll"><table class="as-cards"><caption class="visually-hidden">${t('Against whom')}</caption>
      <thead><tr><th scope="col">${t('Player')}</th><th scope="col" class="number">${t('Games')}</th>
        <th scope="col" class="number">${t('Better')}</th><th scope="col" class="number">${t('Equal')}</th>
        <th scope="col" class="number">${t('Worse')}</th>
        <th scope="col"><span class="visually-hidden">${t('The games')}</span></th></tr></thead>
      <tbody>${opponents.map(({opponent, name, games, wins, draws, losses}) => html`<tr>
        <th scope="row">${person(opponent, name)}</th>
        <td class="number" data-label=${t('Games')}>${formatNumber(games)}</td>
        <td class="number" data-label=${t('Better')}>${formatNumber(wins)}</td>
        <td class="number" data-label=${t('Equal')}>${formatNumber(draws)}</td>
        <td class="number" data-label=${t('Worse')}>${formatNumber(losses)}</td>
        <td><a href=${`/results?${new URLSearchParams({player, opponents: opponent})}`}
          aria-label=${t('Games against {name}', {name: name ?? opponent})}>${t('The games')}</a></td></tr>`)}</tbody>
    </table></div>`;
}
