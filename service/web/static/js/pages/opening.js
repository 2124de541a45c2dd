// What the form of a new game contains, and the request that it becomes.

import {durationOf} from '../core/durations.js';
import {optionsOf} from '../core/titles.js';
import {entryOf} from './entry_terms.js';

/**
 * @typedef {import('../core/types.js').Ruleset} Ruleset
 * @typedef {import('../core/types.js').Option} Option
 * @typedef {import('../core/types.js').FieldError} FieldError
 * @typedef {import('../core/titles.js').Value} Value
 * @typedef {[number, number, number, number?]} Time Days, hours, minutes, and the seconds of terms that exist
 */

/**
 * @typedef {object} Form
 * @property {string} title
 * @property {string} dataSet
 * @property {string} profile
 * @property {number} seats
 * @property {boolean} isPlaying Whether the opener takes seat 0
 * @property {string[]} who By seat: `any`, `invitation`, `player`, or `bot:<name>`
 * @property {string[]} players By seat: the id of the player for whom it is reserved, or what was entered
 * @property {string} visibility
 * @property {string} spectators
 * @property {string} clock `none`, `own`, or a preset
 * @property {Time} allowance
 * @property {Time} bank
 * @property {Time} vacation
 * @property {number} strikes
 * @property {string} onEmpty
 * @property {string} takeBack `auto`, `yes` or `no`
 * @property {string} hints `auto`, `yes` or `no`
 * @property {string} rated `auto`, `yes` or `no`
 * @property {string} name
 * @property {string} startsAt In the time zone of the device
 * @property {Time} grace
 * @property {string} noShow
 * @property {string} minCompletion Empty: any; the same for the ratings
 * @property {string} minRating
 * @property {string} maxRating
 * @property {Record<string, Value>} options Those that were chosen
 */

/**
 * Return the form of a title before any choice.
 * @param {Ruleset} ruleset
 * @returns {Form}
 */
export function emptyForm(ruleset) {
  const seats = ruleset.seats[0] ?? 2;
  return {
    ...ofTitle(ruleset, seats), isPlaying: true, players: [], visibility: 'public', spectators: 'open', clock: 'none',
    allowance: [0, 12, 0], bank: [3, 0, 0], vacation: [0, 0, 0], strikes: 3, onEmpty: 'bot', takeBack: 'auto',
    hints: 'auto', rated: 'auto', name: '', startsAt: '', grace: [0, 0, 0], noShow: 'wait',
    minCompletion: '', minRating: '', maxRating: '',
  };
}

/**
 * Return the fields that another title resets.
 * @param {Ruleset} ruleset
 * @param {number} seats
 */
export function ofTitle(ruleset, seats) {
  return {
    title: ruleset.name,
    dataSet: ruleset.data_sets[0]?.name ?? '',
    profile: ruleset.default_profile,
    seats: ruleset.seats.includes(/** @type {never} */ (seats)) ? seats : ruleset.seats[0] ?? 2,
    who: Array.from({length: Math.max(...ruleset.seats)}, () => 'any'),
    options: {},
  };
}

/**
 * Return the value of every option: the chosen one, or that of the profile.
 * @param {Ruleset} ruleset
 * @param {Form} form
 */
export function resolved(ruleset, form) {
  return {...optionsOf(ruleset, form.profile, form.dataSet), ...form.options};
}

/**
 * Return whether an option has an effect under the others, with one of these numbers of seats.
 * @param {Option} option
 * @param {Record<string, Value>} values
 * @param {number[]} seats
 */
export function hasEffect(option, values, seats) {
  return isForSeats(option, seats) && isMet(option, values, seats);
}

/**
 * Return whether an option can have an effect with one of these numbers of seats.
 * @param {Option} option
 * @param {number[]} seats
 */
export function isForSeats(option, seats) {
  return !option.seats.length || option.seats.some((each) => seats.includes(each));
}

/**
 * @param {Option} option
 * @param {Record<string, Value>} values
 * @param {number[]} seats
 */
function isMet({needs}, values, seats) {
  if (!needs) return true;
  const value = /** @type {Value} */ (values[needs.option]);
  const wanted = needs.seats?.[String(value)];
  return needs.values.includes(value) && (!wanted || wanted.some((each) => seats.includes(each)));
}

/**
 * Return the numbers of seats of the games that a form opens.
 * @param {{seats: number, sizes?: number[]}} form
 */
export function seatsOf(form) {
  return form.sizes ?? [form.seats];
}

/**
 * Return the options in which a form differs from its profile.
 * @param {Ruleset} ruleset
 * @param {Form} form
 */
export function chosenOptions(ruleset, form) {
  const usual = optionsOf(ruleset, form.profile, form.dataSet);
  const values = resolved(ruleset, form);
  return Object.fromEntries(ruleset.options
    .filter((option) => values[option.name] !== usual[option.name] && hasEffect(option, values, seatsOf(form)))
    .map(({name}) => [name, values[name]]));
}

/**
 * Return the body of POST /v1/games.
 * @param {Ruleset} ruleset
 * @param {Form} form
 */
export function requestOf(ruleset, form) {
  const own = form.who.slice(0, form.seats).map((who, seat) => (seat === 0 && form.isPlaying ? 'any' : who));
  /** @param {(who: string, seat: number) => string | null} value */
  const bySeat = (value) => Object.fromEntries(
    own.map((who, seat) => [String(seat), value(who, seat)]).filter(([, found]) => found !== null),
  );
  return {
    ruleset: form.title,
    seats: form.seats,
    data_set: form.dataSet,
    profile: form.profile,
    options: chosenOptions(ruleset, form),
    bots: bySeat((who) => (who.startsWith('bot:') ? who.slice(4) : null)),
    reserved: bySeat((who, seat) => reservation(who, form.players[seat] ?? '')),
    visibility: form.visibility,
    spectators: form.spectators,
    ...(form.name.trim() ? {name: form.name.trim()} : {}),
    ...(form.takeBack === 'auto' ? {} : {take_back: form.takeBack === 'yes'}),
    ...(hasHints(form) ? {hints: true} : {}),
    ...(form.rated === 'auto' ? {} : {rated: form.rated === 'yes'}),
    ...clockOf(form),
    ...startOf(form),
    ...entryOf(form),
  };
}

/**
 * Return whether a game has hints: by default, if bots have all other seats.
 * @param {Form} form
 */
export function hasHints(form) {
  if (form.hints !== 'auto') return form.hints === 'yes';
  return form.isPlaying && form.who.slice(1, form.seats).every((who) => who.startsWith('bot:'));
}

/**
 * @param {string} who
 * @param {string} player
 */
function reservation(who, player) {
  if (who === 'player') return player;
  return who === 'invitation' ? who : null;
}

/**
 * Return the clock of a request.
 * @param {Form} form
 */
export function clockOf(form) {
  // without the field, a public game would get the clock of the server
  if (form.clock === 'none') return {clock: null};
  if (form.clock !== 'own') return {clock: {preset: form.clock}};
  const [allowance, bank, vacation] = [form.allowance, form.bank, form.vacation].map((time) => durationOf(...time));
  return {clock: {allowance, bank, vacation, strikes: form.strikes, on_empty: form.onEmpty}};
}

/** @param {Form} form */
function startOf(form) {
  if (!form.startsAt) return {};
  const grace = durationOf(...form.grace);
  return {starts_at: new Date(form.startsAt).toISOString(), no_show: form.noShow, ...(grace === 'PT0S' ? {} : {grace})};
}

/**
 * Return the errors by field, by the pointers of the problem. The field '' is the whole form.
 * @param {import('../core/api.js').Problem} problem
 * @returns {Record<string, string>}
 */
export function errorsOf(problem) {
  const errors = /** @type {FieldError[] | undefined} */ (problem.body['errors']) ?? [];
  if (!errors.length) return {'': problem.message};
  return Object.fromEntries(errors.map(({pointer, detail}) => [pointer, detail]));
}
