// The players of a tournament: registered, present and waiting ones.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {person} from '../core/people.js';
import {formatMoment, t, tn} from '../core/texts.js';
import {statusBadge} from './standings.js';

/**
 * @typedef {import('./tournament.js').TournamentPage} Page
 * @typedef {import('../core/types.js').Tournament} Tournament
 */

/**
 * @param {Page} page
 * @param {Tournament} tournament
 */
export function playersView(page, tournament) {
  const {players, substitutes, check_in: checkIn, terms} = tournament;
  const active = players.filter(({status}) => status === 'active').length;
  return html`<p class="state">${t('{players} of at most {most} players', {players: active, most: terms.max_players})}${
      tournament.registration === 'open' ? html` · ${t('registration is open')}` : nothing}</p>
    ${checkIn ? html`<p class="state">${tn('{number} player has checked in for round {round}.',
      '{number} players have checked in for round {round}.', checkIn.players.length,
      {round: checkIn.round})}</p>` : nothing}
    <ol class="entrants">${players.map(({player, name, status, checked_in: isPresent}) => html`
      <li class=${player === page.person?.id ? 'won' : ''}>${person(player, name)} ${statusBadge(status)}
        ${awayBadge(page, player)}
        ${isPresent ? html`<span class="badge">${t('checked in')}</span>` : nothing}</li>`)}</ol>
    ${players.length ? nothing : html`<p class="muted">${t('No player has registered.')}</p>`}
    ${substitutes.length ? html`<h3>${t('Substitutes')}</h3><ol class="entrants">${substitutes.map((each) => html`
      <li>${person(each.player, each.name)} ${awayBadge(page, each.player)}</li>`)}</ol>` : nothing}`;
}

/**
 * @param {Page} page
 * @param {string} player
 */
function awayBadge(page, player) {
  const until = page.talk?.away.get(player);
  return until ? html`<span class="badge">${t('away until {moment}', {moment: formatMoment(until)})}</span>` : nothing;
}
