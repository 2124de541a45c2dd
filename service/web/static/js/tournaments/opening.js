// What the form of a tournament contains, and the request that it becomes.

import {durationOf, parts} from '../core/durations.js';
import {chosenOptions, clockOf, emptyForm as emptyGame, ofTitle as gameOfTitle, resolved} from '../pages/opening.js';

/**
 * @typedef {import('../core/types.js').Ruleset} Ruleset
 * @typedef {import('../core/types.js').TournamentTerms} Terms
 * @typedef {import('../pages/opening.js').Time} Time
 * @typedef {import('../pages/opening.js').Form} GameForm
 */

/**
 * The fields of a tournament. With them come those of its games: rules, clock, visibility.
 * @typedef {object} OwnFields
 * @property {string} format
 * @property {number} rounds
 * @property {boolean} isPowerLast Whether the best players meet at one table in the last round
 * @property {number} knockouts
 * @property {number} divisions
 * @property {number} moving
 * @property {number} seasons
 * @property {number[]} sizes The sizes of tables, the preferred one first
 * @property {string} preset
 * @property {number} maxPlayers
 * @property {Time} checkIn
 * @property {boolean} isAutomatic Whether the service starts the next round
 * @property {Time} pause
 * @property {number} lateUntil
 * @property {string} closesAt In the time zone of the device
 * @property {string[]} laterStarts The start times of the rounds after the first one, as `startsAt`
 * @property {boolean} isOverlapping Whether a round starts even if games of earlier rounds still run
 * @property {string} scale The points of the ranks, separated by commas; empty: those of the scoring
 * @property {string[] | null} ties The tie-breaks in their order; null: those of the scoring
 * @property {Record<string, string>} exact The moments of the terms by their time in the form, which has no seconds
 * @property {Record<string, unknown>} kept The fields of the terms that the form does not show
 */

/** @typedef {GameForm & OwnFields} Form */

/** The seats of a table from which a tournament balances opponents. */
const FEWEST = 3;

/**
 * Return the form of a title before any choice.
 * @param {Ruleset} ruleset
 * @returns {Form}
 */
export function emptyForm(ruleset) {
  return {
    ...emptyGame(ruleset), ...ofTitle(ruleset), format: 'swiss', rounds: 3, isPowerLast: false, knockouts: 2,
    divisions: 1, moving: 0, seasons: 1, preset: 'euro_league', maxPlayers: 64, checkIn: [0, 0, 0],
    isAutomatic: false, pause: [0, 0, 10], lateUntil: 0, closesAt: '', laterStarts: [], isOverlapping: false, scale: '',
    ties: null, exact: {}, kept: {},
  };
}

/**
 * Return the fields that another title resets.
 * @param {Ruleset} ruleset
 */
export function ofTitle(ruleset) {
  const sizes = ruleset.seats.filter((seats) => seats >= FEWEST).sort((one, other) => other - one);
  return {
    ...gameOfTitle(ruleset, 0), sizes: sizes.length ? sizes : [Math.max(...ruleset.seats)],
    options: usualOptions(ruleset), kept: {},
  };
}

/**
 * Return the options that differ in tournaments: seats can only be balanced if seat 0 begins.
 * @param {Ruleset} ruleset
 */
export function usualOptions(ruleset) {
  const option = ruleset.options.find(({name}) => name === 'first_player');
  /** @type {Record<string, string>} */
  const changed = option?.values.includes('seat_0') ? {first_player: 'seat_0'} : {};
  return changed;
}

/**
 * Return the body of POST /v1/tournaments.
 * @param {Ruleset} ruleset
 * @param {Form} form
 */
export function requestOf(ruleset, form) {
  const {first_player} = resolved(ruleset, form);
  return {
    ...form.kept,
    name: form.name.trim(),
    ruleset: form.title,
    data_set: form.dataSet,
    profile: form.profile,
    options: {...chosenOptions(ruleset, form), ...(first_player === undefined ? {} : {first_player})},
    format: formatOf(form),
    sizes: form.sizes,
    preset: form.preset,
    max_players: form.maxPlayers,
    check_in: durationOf(...form.checkIn),
    pause: form.isAutomatic ? durationOf(...form.pause) : null,
    late_until: form.lateUntil,
    visibility: form.visibility,
    spectators: form.spectators,
    ...(form.startsAt ? {starts: startsOf(form).map((at) => momentOf(form, at))} : {}),
    overlap: form.isOverlapping && mayOverlap(form),
    ...(form.preset === 'euro_league' && form.scale.trim() ? {scale: pointsOf(form.scale)} : {}),
    ...(form.ties ? {tie_breaks: form.ties} : {}),
    ...(form.closesAt ? {registration_closes: momentOf(form, form.closesAt)} : {}),
    ...(form.rated === 'auto' ? {} : {rated: form.rated === 'yes'}),
    ...clockOf(form),
    ...noShowOf(form),
  };
}

/** @param {Form} form */
function formatOf({format, rounds, isPowerLast, knockouts, divisions, moving, seasons}) {
  if (format === 'swiss') return {type: format, rounds, power_last: isPowerLast};
  if (format === 'heats') return {type: format, rounds, knockouts};
  return format === 'league' ? {type: format, rounds, divisions, moving, seasons} : {type: format, rounds};
}

/** @param {Form} form */
function noShowOf(form) {
  if (form.noShow === 'wait') return {};
  return {no_show: form.noShow, grace: durationOf(...form.grace)};
}

/**
 * Return how many rounds a tournament may have.
 * @param {Form} form
 */
export function roundsOf({format, rounds, knockouts, seasons}) {
  if (format === 'heats') return rounds + knockouts;
  return format === 'league' ? rounds * seasons : rounds;
}

/**
 * Return the start times of the rounds, up to the first round without one.
 * @param {Form} form
 */
export function startsOf(form) {
  const starts = [form.startsAt, ...form.laterStarts].slice(0, roundsOf(form));
  const free = starts.indexOf('');
  return free < 0 ? starts : starts.slice(0, free);
}

/**
 * Return whether rounds may overlap: they need start times, and heats need the results of the round before.
 * @param {Form} form
 */
export function mayOverlap(form) {
  return form.format !== 'heats' && startsOf(form).length > 0;
}

/**
 * Return the points that are separated by commas, semicolons or spaces.
 * @param {string} scale
 */
function pointsOf(scale) {
  return scale.split(/[,;\s]+/).filter((points) => points);
}

/**
 * @param {Form} form
 * @param {string} local
 */
function momentOf({exact}, local) {
  return exact[local] ?? new Date(local).toISOString();
}

/**
 * Return the form of the terms of a tournament.
 * @param {Ruleset} ruleset
 * @param {Terms} terms
 * @returns {Form}
 */
export function formOf(ruleset, terms) {
  const {format, clock, pause, scale, tie_breaks, seat_values, overlap, starts} = terms;
  const form = emptyForm(ruleset);
  const [startsAt = '', ...laterStarts] = starts.map(toLocal);
  const moments = [...starts, ...(terms.registration_closes ? [terms.registration_closes] : [])];
  return {
    ...form, ...clockFields(clock), kept: {seat_values}, ties: [...tie_breaks], scale: scale?.join(', ') ?? '',
    laterStarts, isOverlapping: overlap, exact: Object.fromEntries(moments.map((at) => [toLocal(at), at])),
    name: terms.name, dataSet: terms.data_set, options: /** @type {any} */ (terms.options),
    format: format.type, rounds: format.rounds,
    isPowerLast: format.type === 'swiss' && (format.power_last ?? false),
    ...(format.type === 'heats' ? {knockouts: format.knockouts ?? 2} : {}),
    ...(format.type === 'league'
      ? {divisions: format.divisions ?? 1, moving: format.moving ?? 0, seasons: format.seasons ?? 1} : {}),
    sizes: [...terms.sizes], preset: terms.preset, maxPlayers: terms.max_players, checkIn: timeOf(terms.check_in),
    isAutomatic: pause !== null, pause: pause === null ? form.pause : timeOf(pause), lateUntil: terms.late_until,
    closesAt: toLocal(terms.registration_closes), startsAt, visibility: terms.visibility,
    spectators: terms.spectators, rated: terms.rated === null ? 'auto' : terms.rated ? 'yes' : 'no',
    noShow: terms.no_show ?? 'wait', grace: timeOf(terms.grace ?? 'PT0S'),
  };
}

/** @param {Terms['clock']} clock */
function clockFields(clock) {
  if (!clock) return {clock: 'none'};
  return {
    clock: 'own', allowance: timeOf(clock.allowance), bank: timeOf(clock.bank), vacation: timeOf(clock.vacation),
    strikes: clock.strikes, onEmpty: clock.on_empty,
  };
}

/**
 * @param {string} duration
 * @returns {Time}
 */
function timeOf(duration) {
  const [days = 0, hours = 0, minutes = 0, rest = 0] = parts(duration);
  return [days, hours, minutes, rest];
}

/**
 * Return a moment in the time zone of the device, as fields of forms have it.
 * @param {string | null | undefined} at
 */
function toLocal(at) {
  if (!at) return '';
  const moment = new Date(at);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
