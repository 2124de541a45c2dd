// The terms of a tournament in plain words.

import {html} from '../../vendor/lit-html/lit-html.js';
import {clockText, formatDuration, seconds} from '../core/durations.js';
import {formatMoment, formatNumber, language, once, t, tn} from '../core/texts.js';
import {valueName} from '../core/titles.js';
import {presetName, tieBreakName} from './words.js';

/**
 * @typedef {import('../core/types.js').TournamentTerms} Terms
 * @typedef {import('../pages/game_card.js').Known} Known
 */

const either = once(() => new Intl.ListFormat(language, {type: 'disjunction'}));
const all = once(() => new Intl.ListFormat(language));

/**
 * Return the format in a sentence.
 * @param {Terms['format']} format
 */
export function formatText(format) {
  if (format.type === 'swiss') {
    return format.power_last
      ? tn('Swiss, {number} round; in the last round the best players meet at one table.',
        'Swiss, {number} rounds; in the last round the best players meet at one table.', format.rounds)
      : tn('Swiss, {number} round: players of similar points meet.',
        'Swiss, {number} rounds: players of similar points meet.', format.rounds);
  }
  if (format.type === 'schedule') {
    return tn('Schedule of {number} round, drawn at the start.', 'Schedule of {number} rounds, all drawn at the start.',
      format.rounds);
  }
  if (format.type === 'heats') {
    const parts = {knockouts: tn('{number} knock-out round', '{number} knock-out rounds', format.knockouts ?? 2)};
    return tn('{number} preliminary round, then {knockouts} up to one final table.',
      '{number} preliminary rounds, then {knockouts} up to one final table.', format.rounds, parts);
  }
  const parts = {
    divisions: tn('{number} division', '{number} divisions', format.divisions ?? 1),
    seasons: tn('{number} season', '{number} seasons', format.seasons ?? 1),
  };
  return tn('League of {divisions}, {seasons}, {number} round each.',
    'League of {divisions}, {seasons}, {number} rounds each.', format.rounds, parts);
}

/**
 * Return the facts of the terms as pairs of name and text.
 * @param {Terms} terms
 * @param {Known} known
 * @returns {[string, unknown][]}
 */
function factsOf(terms, known) {
  const title = known.titles.get(terms.ruleset)?.title ?? terms.ruleset;
  const sizes = either().format(terms.sizes.map((size) => formatNumber(size)));
  return [
    [t('Title'), html`<a href="/rules/${terms.ruleset}">${title}</a>`],
    [t('Format'), formatText(terms.format)],
    [t('Tables'), t('{sizes} players; the first number is preferred.', {sizes})],
    [t('Scoring'), scoring(terms)],
    [t('Ties are broken by'), all().format(terms.tie_breaks.map(tieBreakName))],
    [t('Time to think'), terms.clock ? clockText(terms.clock) : t('No clock')],
    [t('Check-in'), checkIn(terms)],
    [t('Start of the rounds'), starts(terms)],
    [t('Late entry'), terms.late_until ? t('Until round {number} is published.', {number: terms.late_until})
      : t('Not possible')],
    ...noShow(terms),
    [t('Visible to'), terms.visibility === 'private' ? t('Organisers and players') : t('Everybody')],
  ];
}

/** @param {Terms} terms */
function checkIn(terms) {
  const time = formatDuration(terms.check_in);
  return time ? t('It opens {time} before each round. A player who does not check in is not paired.', {time})
    : t('None: every registered player is paired.');
}

/** @param {Terms} terms */
function scoring(terms) {
  const points = terms.scale?.map((value) => value).join(', ') ?? '5, 3, 1, 0';
  return terms.preset === 'euro_league' ? t('Points by rank: {points}.', {points}) : presetName(terms.preset);
}

/** @param {Terms} terms */
function starts(terms) {
  const fixed = terms.starts.map((at, place) => html`<br>${t('Round {number}', {number: place + 1})}:
    <time datetime=${at}>${formatMoment(at)}</time>`);
  const pause = terms.pause === null ? t('An organiser publishes each round.')
    : seconds(terms.pause) ? t('{time} after the end of the last round.', {time: formatDuration(terms.pause)})
      : t('As soon as the last round has ended.');
  return html`${pause}${fixed}`;
}

/**
 * @param {Terms} terms
 * @returns {[string, unknown][]}
 */
function noShow(terms) {
  if (!terms.no_show || terms.no_show === 'wait') return [];
  const time = formatDuration(terms.grace ?? 'PT0S') || t('No time');
  return [[t('Who does not come'), terms.no_show === 'bot'
    ? t('A bot plays the seat. Waiting time: {time}.', {time})
    : t('The game is cancelled. Waiting time: {time}.', {time})]];
}

/**
 * @param {Terms} terms
 * @param {Known} known
 */
export function termsView(terms, known) {
  const ruleset = known.titles.get(terms.ruleset);
  const words = known.words.get(terms.ruleset);
  const options = Object.entries(/** @type {Record<string, any>} */ (terms.options));
  return html`<dl class="terms">${factsOf(terms, known).map(([name, text]) => html`
      <div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>
    <details class="differences"><summary>${t('Options of {title}', {title: ruleset?.title ?? terms.ruleset})}</summary>
      <dl>${options.map(([name, value]) => html`<dt>${words?.options[name]?.name ?? name}</dt>
        <dd>${valueName(words, name, value)}</dd>`)}</dl></details>`;
}
