// What happens next: the steps of a round, which one the tournament is at, who does it, and its buttons.

import {html, nothing} from '../../../vendor/lit-html/lit-html.js';
import {formatMoment, t, tn} from '../../core/texts.js';
import {nameOf} from './fields.js';
import {absentPlayers, activePlayers, phaseOf, readiness, usesCheckIn, waitingTables} from './phase.js';

/**
 * @typedef {import('../tournament.js').TournamentPage} Page
 * @typedef {import('../../core/types.js').Tournament} Tournament
 * @typedef {import('./phase.js').Phase} Phase
 */

const PART = 'next';

/**
 * @param {Page} page
 * @param {Tournament} tournament
 */
export function nextView(page, tournament) {
  const may = new Set(tournament.you_may);
  const phase = phaseOf(tournament);
  const round = tournament.next_round;
  const open = tournament.rounds.find(({status, tables}) => status !== 'closed' && tables.every(({result}) => result));
  return html`${stepsView(tournament, phase)}
    <p class="lead" id="desk-next">${nextText(tournament, phase)}</p>
    ${hint(tournament, phase)}
    <p class="actions">
      ${may.has('open_check_in') && round !== null ? button(page, 'open_check_in', {round},
        t('Open the check-in for round {round}', {round}), t('Check-in is open.'), phase === 'check_in') : nothing}
      ${may.has('close_round') && open ? button(page, 'close_round', {round: open.number},
        t('Close round {number}', {number: open.number}), t('The round is closed.'), true) : nothing}
      ${may.has('finish') && round === null ? button(page, 'finish', {}, t('Finish the tournament'),
        t('The tournament has ended.'), true) : nothing}
      ${may.has('lift_hold') ? button(page, 'lift_hold', {}, t('Lift the hold'),
        t('The service takes the next steps again.'), false) : nothing}
      ${impossible(tournament, phase, may)}</p>
    ${page.problemIn(PART)}`;
}

/**
 * @param {Page} page
 * @param {string} type
 * @param {Record<string, unknown>} fields
 * @param {string} name
 * @param {string} done
 * @param {boolean} isFirst Whether it is what the organiser probably wants now
 */
function button(page, type, fields, name, done, isFirst) {
  return html`<button type="button" class=${isFirst ? 'primary' : ''} aria-disabled=${String(page.isBusy)}
    @click=${() => page.act(PART, {type, ...fields}, done)}>${name}</button>`;
}

/**
 * The button of the next step while it is not possible: the sentence above it says why.
 * @param {Tournament} tournament
 * @param {Phase} phase
 * @param {Set<string>} may
 */
function impossible({next_round: round, rounds}, phase, may) {
  if (!may.has('hold') && !may.has('lift_hold')) return nothing;
  const number = rounds.at(-1)?.number ?? 0;
  const name = phase === 'open' || phase === 'play' ? t('Close round {number}', {number})
    : (phase === 'register' || phase === 'check_in') && round !== null && !may.has('publish_round')
      ? t('Draw round {round}', {round}) : '';
  if (!name) return nothing;
  return html`<button type="button" aria-disabled="true" aria-describedby="desk-next">${name}</button>`;
}

/**
 * @param {Tournament} tournament
 * @param {Phase} phase
 */
function stepsView(tournament, phase) {
  const {rounds, rounds_planned: all, next_round: next} = tournament;
  const isOpen = phase === 'open' || phase === 'play' || phase === 'close';
  const round = isOpen ? rounds.length : next ?? rounds.length;
  const steps = [
    ...(rounds.length ? [] : [{phases: ['register'], name: t('Players register')}]),
    ...(usesCheckIn(tournament) ? [{phases: ['check_in'], name: t('Players check in')}] : []),
    {phases: ['draw'], name: t('Draw and publish')},
    {phases: ['open', 'play'], name: t('Games')},
    {phases: ['close'], name: t('Close the round')},
    ...(round >= all ? [{phases: ['finish'], name: t('Finish')}] : []),
  ];
  return html`<h3 class="steps-name">${t('What happens next: round {round} of {all}', {round, all})}</h3>
    <ol class="steps">${steps.map(({phases, name}) => html`<li
      aria-current=${phases.includes(phase) ? 'step' : 'false'}>${name}</li>`)}</ol>`;
}

/**
 * @param {Tournament} tournament
 * @param {Phase} phase
 */
function nextText(tournament, phase) {
  const {rounds, next_round: next} = tournament;
  const {count, fewest} = readiness(tournament);
  const number = rounds.at(-1)?.number ?? 0;
  if (phase === 'open') return t('Round {number} is published. The service opens its games.', {number});
  if (phase === 'play') {
    return tn('Round {round} is being played: {number} table has no result yet.',
      'Round {round} is being played: {number} tables have no result yet.', waitingTables(tournament).length,
      {round: number});
  }
  if (phase === 'close') return t('All results are there. The round can be closed.');
  if (phase === 'finish') return t('All rounds are closed. Finish the tournament: the ranking becomes final.');
  if (tournament.check_in && count < fewest) {
    return tn('A round needs {fewest} players who are checked in; {number} is.',
      'A round needs {fewest} players who are checked in; {number} are.', count, {fewest});
  }
  if (phase === 'register') return t('A round needs {fewest} players; registered: {count}.', {fewest, count});
  return phase === 'check_in'
    ? t('{count} players are registered. Open the check-in, so that they can say that they are there.',
      {count: activePlayers(tournament).length})
    : t('{count} players are ready. Draw round {round}, look at the draft, and publish it.', {count, round: next ?? 0});
}

/**
 * The hints of this step: missing players, automatic steps of the service, other possible acts.
 * @param {Tournament} tournament
 * @param {Phase} phase
 */
function hint(tournament, phase) {
  const {hold, terms, rounds, next_round_at: at} = tournament;
  const absent = absentPlayers(tournament);
  const texts = [
    hold !== null && t('On hold, the service takes no automatic step. You can continue, or lift the hold.'),
    phase === 'register' && rounds.length === 0
      && t('Send the link below to the players. They register on this page, and you can register them, too.'),
    absent.length > 0 && t('Not checked in, and so not paired: {names}',
      {names: absent.map(({player}) => nameOf(tournament, player)).join(', ')}),
    phase === 'play' && t('Results are taken automatically when games end. Rulings decide tables that do not.'),
    at && hold === null
      && t('The service publishes it on {moment}. You can do it earlier.', {moment: formatMoment(at)}),
    phase === 'close' && terms.pause !== null && hold === null && t('The service does this by itself.'),
  ].filter(Boolean);
  return texts.map((text) => html`<p class="hint">${text}</p>`);
}
