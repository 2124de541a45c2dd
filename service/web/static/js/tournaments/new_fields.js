// The groups of fields of the form that opens a tournament.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {formatNumber, t} from '../core/texts.js';
import {field, picks, select, taken, time} from '../pages/form_fields.js';
import {mayOverlap, roundsOf, startsOf} from './opening.js';

/**
 * @typedef {import('./new_tournament.js').NewTournament} Page
 * @typedef {import('./opening.js').Form} Form
 */

/**
 * @param {Page} page
 * @param {Form} form
 */
export function nameField(page, form) {
  return html`<fieldset><legend>${t('Name')}</legend>${field(page.errors, '/name', html`
    <label for="name">${t('Name of the tournament')}</label>
    <input id="name" maxlength="80" required autocomplete="off" .value=${form.name} aria-describedby="name-hint"
      @change=${(/** @type {Event} */ event) => page.change({name: textOf(event)})}>
    <span class="hint" id="name-hint">${t('It stays in the record permanently. Do not use names of persons.')}</span>`)}
    </fieldset>`;
}

/**
 * Format and number of rounds.
 * @param {Page} page
 * @param {Form} form
 */
export function formatFields(page, form) {
  const formats = [
    {value: 'swiss', name: t('Swiss'), hint: t('Players of similar points meet. Good for any number of players.')},
    {value: 'schedule', name: t('Schedule'), hint: t('All rounds are drawn at the start, and each meets many others.')},
    {value: 'heats', name: t('Heats and final'), hint: t('Preliminary rounds, then knock-out rounds up to a final.')},
    {value: 'league', name: t('League'), hint: t('Divisions play among themselves. The best move up.')},
  ];
  return html`<fieldset><legend>${t('Format')}</legend>
      ${field(page.errors, '/format', picks('format', form.format, formats, (format) => page.change({format})))}
      <div class="options">
        ${number(page, '/format/rounds', roundsName(form.format), form.rounds, [1, 20],
          (rounds) => page.change({rounds}))}
        ${form.format === 'heats' ? number(page, '/format/knockouts', t('Knock-out rounds'), form.knockouts, [1, 3],
          (knockouts) => page.change({knockouts})) : nothing}
        ${form.format === 'league' ? leagueFields(page, form) : nothing}</div>
      ${form.format === 'swiss' ? check(t('In the last round the best players meet at one table'), form.isPowerLast,
        (isPowerLast) => page.change({isPowerLast})) : nothing}</fieldset>`;
}

/** @param {string} format */
function roundsName(format) {
  if (format === 'heats') return t('Preliminary rounds');
  return format === 'league' ? t('Rounds of a season') : t('Rounds');
}

/**
 * @param {Page} page
 * @param {Form} form
 */
function leagueFields(page, form) {
  return html`${number(page, '/format/divisions', t('Divisions'), form.divisions, [1, 20],
      (divisions) => page.change({divisions}))}
    ${number(page, '/format/moving', t('Players who move up and down'), form.moving, [0, 500],
      (moving) => page.change({moving}))}
    ${number(page, '/format/seasons', t('Seasons'), form.seasons, [1, 10], (seasons) => page.change({seasons}))}`;
}

/**
 * Sizes of tables and number of players.
 * @param {Page} page
 * @param {Form} form
 */
export function tableFields(page, form) {
  const [preferred] = form.sizes;
  const names = page.ruleset.seats.filter((size) => size > 1).map((size) => ({
    value: String(size), name: formatNumber(size),
  }));
  const others = page.ruleset.seats.filter((size) => size !== preferred && size > 1);
  /** @param {number} size */
  const toggle = (size) => {
    const sizes = form.sizes.includes(size) ? form.sizes.filter((each) => each !== size) : [...form.sizes, size];
    page.change({sizes});
  };
  return html`<fieldset><legend>${t('Players at a table')}</legend>
    ${field(page.errors, '/sizes', html`${picks('size', String(preferred), names,
        (size) => page.change({sizes: [Number(size), ...form.sizes.filter((each) => each !== Number(size))]}),
        'narrow')}
      ${others.length ? html`<p class="hint">${t('If the number of players does not fit, tables may also have:')}</p>
        <div class="picks narrow">${others.map((size) => html`<label class="pick"><input type="checkbox"
          .checked=${form.sizes.includes(size)} @change=${() => toggle(size)}>
          <span>${formatNumber(size)}</span></label>`)}</div>
        <p class="hint">${t('Other sizes avoid byes. Without them some players pause for a round.')}</p>` : nothing}`)}
    ${number(page, '/max_players', t('Maximum number of players'), form.maxPlayers, [2, 500],
      (maxPlayers) => page.change({maxPlayers}))}</fieldset>`;
}

/**
 * Registration, check-in, start of the rounds.
 * @param {Page} page
 * @param {Form} form
 */
export function courseFields(page, form) {
  const starts = [
    {value: 'no', name: t('By hand'), hint: t('You draw, look at and publish each round.')},
    {value: 'yes', name: t('By the service'), hint: t('It publishes each round after a pause.')},
  ];
  const late = Array.from({length: form.rounds + 1}, (_, round) => /** @type {[string, string]} */ ([String(round),
    round ? t('Until round {number} is published', {number: round}) : t('Not possible')]));
  return html`<fieldset><legend>${t('Start of the rounds')}</legend>
      ${field(page.errors, '/pause', picks('automatic', form.isAutomatic ? 'yes' : 'no', starts,
        (choice) => page.change({isAutomatic: choice === 'yes'})))}
      ${form.isAutomatic
        ? time(t('Pause between rounds'), form.pause, (pause) => page.change({pause})) : nothing}</fieldset>
    <details class="fold"><summary>${t('Times, check-in and late entry')}</summary>
      ${moment(page, '/starts', 'starts-at', t('Start of round 1'), form.startsAt,
        (startsAt) => page.change({startsAt}), t('Without a time you publish round 1 by hand.'))}
      ${laterStarts(page, form)}
      ${moment(page, '/registration_closes', 'closes-at', t('Registration closes'), form.closesAt,
        (closesAt) => page.change({closesAt}), t('Without a time it closes when you say so, or with round 1.'))}
      ${field(page.errors, '/check_in', html`${time(t('Check-in opens before each round'), form.checkIn,
        (checkIn) => page.change({checkIn}))}
        <span class="hint">${t('With 0 there is no check-in: every registered player is paired.')}</span>`)}
      ${field(page.errors, '/late_until', html`<label for="late-until">${t('Late entry')}</label>
        ${select('late-until', String(form.lateUntil), late, (value) => page.change({lateUntil: Number(value)}))}`)}
      ${noShowFields(page, form)}</details>`;
}

/**
 * The start times of the rounds after the first one: one more field than has been filled.
 * @param {Page} page
 * @param {Form} form
 */
function laterStarts(page, form) {
  const count = Math.min(startsOf(form).length, roundsOf(form) - 1);
  const fields = Array.from({length: count}, (_, place) => {
    const number = place + 2;
    return moment(page, `/starts/${place + 1}`, `starts-at-${number}`, t('Start of round {number}', {number}),
      form.laterStarts[place] ?? '', (startsAt) => {
        const laterStarts = Array.from({length: count}, (_, each) => form.laterStarts[each] ?? '');
        page.change({laterStarts: laterStarts.with(place, startsAt)});
      }, t('Without a time it starts as is set above.'));
  });
  return html`${fields}${mayOverlap(form) ? field(page.errors, '/overlap', check(
    t('A round starts at its time even if games of earlier rounds still run'), form.isOverlapping,
    (isOverlapping) => page.change({isOverlapping}))) : nothing}`;
}

/**
 * @param {Page} page
 * @param {Form} form
 */
function noShowFields(page, form) {
  return html`${field(page.errors, '/no_show', html`
      <label for="no-show">${t('If a player does not take the seat')}</label>
      ${select('no-show', form.noShow, [['wait', t('The game waits')], ['bot', t('A bot takes it')],
        ['cancel', t('The game is cancelled')]], (noShow) => page.change({noShow}))}`)}
    ${form.noShow === 'wait' ? nothing : field(page.errors, '/grace', time(t('Waiting time'), form.grace,
      (grace) => page.change({grace})))}`;
}

/**
 * Who may see it, and whether the games are rated.
 * @param {Page} page
 * @param {Form} form
 */
export function visibilityFields(page, form) {
  return html`<details class="fold"><summary>${t('Visibility and rating')}</summary>
    ${field(page.errors, '/visibility', html`<label for="visibility">${t('Who may see it')}</label>
      ${select('visibility', form.visibility, [['public', t('Everybody')], ['private', t('Organisers and players')]],
        (visibility) => page.change({visibility}))}`)}
    ${field(page.errors, '/spectators', check(t('Others may watch the games while they run'),
      form.spectators === 'open', (isOpen) => page.change({spectators: isOpen ? 'open' : 'none'})))}
    ${field(page.errors, '/rated', html`<label for="rated">${t('Rated')}</label>
      ${select('rated', form.rated, [['auto', t('Automatic')], ['yes', t('Yes')], ['no', t('No')]],
        (rated) => page.change({rated}))}`)}</details>`;
}

/**
 * @param {Page} page
 * @param {string} pointer
 * @param {string} name
 * @param {number} value
 * @param {[number, number]} bounds
 * @param {(value: number) => void} change
 */
function number(page, pointer, name, value, [least, most], change) {
  const id = pointer.slice(1).replaceAll('/', '-');
  return field(page.errors, pointer, html`<label for=${id}>${name}</label>
    <input id=${id} type="number" inputmode="numeric" min=${least} max=${most} required
      .value=${String(value)} @input=${taken(change)}>
    <span class="hint">${t('{least} to {most}', {least: formatNumber(least), most: formatNumber(most)})}</span>`);
}

/**
 * @param {Page} page
 * @param {string} pointer
 * @param {string} id
 * @param {string} name
 * @param {string} value
 * @param {(value: string) => void} change
 * @param {string} hint
 */
function moment(page, pointer, id, name, value, change, hint) {
  return field(page.errors, pointer, html`<label for=${id}>${name}</label>
    <input id=${id} type="datetime-local" .value=${value}
      @change=${(/** @type {Event} */ event) => change(textOf(event))}><span class="hint">${hint}</span>`);
}

/**
 * @param {string} name
 * @param {boolean} value
 * @param {(value: boolean) => void} change
 */
function check(name, value, change) {
  return html`<label class="pick"><input type="checkbox" .checked=${value} @change=${() => change(!value)}>
    <span>${name}</span></label>`;
}

/** @param {Event} event */
function textOf(event) {
  return /** @type {HTMLInputElement} */ (event.target).value;
}
