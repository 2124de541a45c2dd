// The names of what the API calls by a word: formats, scoring, tie-breaks, costs.

import {formatMoment, formatNumber, language, minus, t} from '../core/texts.js';

/** @typedef {import('../core/types.js').TournamentRound} Round */

/** @param {string} status */
export function statusName(status) {
  return {
    registration: t('Registration'), running: t('Running'), ended: t('Ended'), cancelled: t('Cancelled'),
  }[status] ?? status;
}

/**
 * Return what a player reads as the name of a round.
 * @param {{number: number, stage: Round['stage']}} round
 */
export function roundName({number, stage}) {
  const names = {round: '', knockout: t('knock-out'), semi_final: t('semi-finals'), final: t('final')};
  return names[stage] ? t('Round {number}: {stage}', {number, stage: names[stage]}) : t('Round {number}', {number});
}

/** @param {string} preset */
export function presetName(preset) {
  return {
    euro_league: t('Points by rank'), catan: t('Wins, then scores'), wins: t('Wins, then opposition'),
    score_share: t('Shares of the scores'),
  }[preset] ?? preset;
}

/** @param {string} name */
export function tieBreakName(name) {
  return {
    wins: t('Wins'), score: t('Score'), score_share: t('Share'), opposition: t('Opposition'),
    head_to_head: t('Encounters'), seat_luck: t('Seat luck'), lot: t('Lot'),
    knockout: t('Knock-out round'), knockout_place: t('Place there'),
  }[name] ?? name;
}

/** @param {string} name */
export function tieBreakMeaning(name) {
  return {
    wins: t('Tables won; a shared first rank is a part of a win.'),
    score: t('The sum of the scores of the games.'),
    score_share: t('The own parts of the scores of the tables, added up.'),
    opposition: t('How well the opponents did at their other tables: the mean of their points.'),
    head_to_head: t('How often the player was ahead of the tied players at shared tables, minus how often behind.'),
    seat_luck: t('What the seats of the player were worth on average; less is better.'),
    lot: t('Drawn from the seed of the tournament.'),
    knockout: t('The last knock-out round of the player, from 1. Who got further is ahead.'),
    knockout_place: t('The place at the table of this knock-out round.'),
  }[name] ?? '';
}

/** The columns of heats once a knock-out round is published: they count before the points. */
const KNOCKOUTS = ['knockout', 'knockout_place'];

/** @param {{name: string}} column */
export function isOfKnockout({name}) {
  return KNOCKOUTS.includes(name);
}

/**
 * Return the name of the column with the points: in heats, those of the preliminary rounds come after the knock-outs.
 * @param {{name: string}[] | undefined} columns
 */
export function pointsName(columns) {
  return columns?.some(isOfKnockout) ? t('Preliminary points') : t('Points');
}

/**
 * Return the value of a column as people read it. Without a knock-out round, and before its result, there is none.
 * @param {{name: string, value: string}} column
 */
export function columnText(column) {
  return isOfKnockout(column) && column.value === '0' ? '–' : formatFraction(column.value);
}

/** @param {string} name */
export function costName(name) {
  return {
    forbidden: t('Forbidden pairs'), byes: t('Byes'), repeats: t('Repeated opponents'),
    short_tables: t('Short tables, unevenly shared'), spread: t('Differences of points at a table'),
    seats: t('Seats, unevenly shared'), seat_values: t('Values of the seats, unevenly shared'), total: t('Total'),
  }[name] ?? name;
}

/** The greatest denominator that is shown as a fraction. */
const SHOWN = 12;
const decimals = new Intl.NumberFormat(language, {minimumFractionDigits: 3, maximumFractionDigits: 3});

/**
 * Return an exact fraction as people read it: `5`, `2 1/3`, or with three decimals.
 * @param {string} fraction such as `7/3`
 */
export function formatFraction(fraction) {
  const [above = 0, below = 1] = fraction.split('/').map(Number);
  if (below === 1) return formatNumber(above);
  if (below > SHOWN) return minus(decimals.format(above / below));
  const whole = Math.trunc(above / below);
  const rest = `${Math.abs(above) % below}/${below}`;
  if (!whole) return above < 0 ? `−${rest}` : rest;
  return `${formatNumber(whole)} ${rest}`;
}

/**
 * Say what happens next by itself.
 * @param {NonNullable<import('../core/types.js').Tournament['due']>} due
 */
export function dueText({at, step, round}) {
  const moment = formatMoment(at);
  return {
    close_registration: t('Registration closes on {moment}.', {moment}),
    open_check_in: t('Check-in for round {round} opens on {moment}.', {round, moment}),
    publish: t('Round {round} is published on {moment}.', {round, moment}),
    close_round: t('Round {round} is being closed.', {round}),
    finish: t('The tournament finishes on {moment}.', {moment}),
  }[step];
}
