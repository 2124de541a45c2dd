// What an organiser does next, in one sentence, with the buttons of the steps.

import {html, nothing} from '../../../vendor/lit-html/lit-html.js';
import {t, tn} from '../../core/texts.js';

/**
 * @typedef {import('../tournament.js').TournamentPage} Page
 * @typedef {import('../../core/types.js').Tournament} Tournament
 */

const PART = 'next';

/**
 * @param {Page} page
 * @param {Tournament} tournament
 */
export function nextView(page, tournament) {
  const may = new Set(tournament.you_may);
  const round = tournament.next_round;
  const open = tournament.rounds.find(({status, tables}) => status !== 'closed' && tables.every(({result}) => result));
  const isLast = may.has('finish') && round === null;
  return html`<p class="lead">${nextText(tournament)}</p><p class="actions">
      ${may.has('open_check_in') && round !== null ? html`<button type="button" ?disabled=${page.isBusy}
        @click=${() => page.act(PART, {type: 'open_check_in', round}, t('Check-in is open.'))}>
        ${t('Open the check-in for round {round}', {round})}</button>` : nothing}
      ${may.has('close_round') && open ? html`<button type="button" class="primary" ?disabled=${page.isBusy}
        @click=${() => page.act(PART, {type: 'close_round', round: open.number}, t('The round is closed.'))}>
        ${t('Close round {number}', {number: open.number})}</button>` : nothing}
      ${isLast ? html`<button type="button" class="primary" ?disabled=${page.isBusy}
        @click=${() => page.act(PART, {type: 'finish'}, t('The tournament is finished.'))}>
        ${t('Finish the tournament')}</button>` : nothing}</p>
    ${page.problemIn(PART)}`;
}

/** @param {Tournament} tournament */
function nextText(tournament) {
  const {rounds, next_round: next, players, check_in: checkIn, terms} = tournament;
  const last = rounds.at(-1);
  const missing = last?.tables.filter(({result}) => !result).length ?? 0;
  if (last && last.status === 'published') {
    return t('Round {number} is published. The service opens its games.', {number: last.number});
  }
  if (last && last.status !== 'closed' && missing) {
    return tn('Round {round} is being played: {number} table has no result yet.',
      'Round {round} is being played: {number} tables have no result yet.', missing, {round: last.number});
  }
  if (last && last.status !== 'closed') return t('All results are there. The round can be closed.');
  if (next === null) return t('All rounds are closed. Finish the tournament: the ranking becomes final.');
  const count = checkIn ? checkIn.players.length : players.filter(({status}) => status === 'active').length;
  const fewest = Math.min(...terms.sizes);
  if (count < fewest) {
    return checkIn ? t('A round needs {fewest} players who are checked in; {count} are.', {fewest, count})
      : t('A round needs {fewest} players; {count} are registered.', {fewest, count});
  }
  return t('{count} players are ready. Draw round {round}, look at the draft, and publish it.', {count, round: next});
}
