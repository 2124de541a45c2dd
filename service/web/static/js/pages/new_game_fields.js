// The groups of fields of the form that opens a game.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {clockText} from '../core/durations.js';
import {botName, seatMark} from '../core/seats.js';
import {formatNumber, t, tn} from '../core/texts.js';
import {optionsOf, valueName} from '../core/titles.js';
import {field, picks, select, taken, time} from './form_fields.js';
import {hasEffect, isForSeats, resolved, seatsOf} from './opening.js';
import {dataSetMeaning, profileMeaning, profileName} from './profiles.js';

/**
 * @typedef {import('./new_game.js').NewGame} NewGame
 * @typedef {import('./opening.js').Form} Form
 * @typedef {import('../core/types.js').Ruleset} Ruleset
 * @typedef {import('../core/types.js').Words} Words
 * @typedef {import('../core/types.js').ClockPreset} ClockPreset
 * @typedef {import('../core/types.js').Option} Option
 * @typedef {import('../core/titles.js').Value} Value
 */

/**
 * What the fields of the rules and of the clock need of their page: that of a game, or that of a tournament.
 * @typedef {object} FormPage
 * @property {Ruleset} ruleset
 * @property {Map<string, Ruleset>} titles
 * @property {Words | undefined} words
 * @property {ClockPreset[]} presets
 * @property {Record<string, string>} errors
 * @property {(fields: Partial<Form>) => void} change
 * @property {(title: string) => void} chooseTitle
 */

/**
 * Title, data set and profile.
 * @param {FormPage} page
 * @param {Form} form
 */
export function titleFields(page, form) {
  const {ruleset, errors} = page;
  const titles = [...page.titles.values()].map(({name, title, seats}) => ({
    value: name, name: title,
    hint: t('{fewest} to {most} players', {fewest: Math.min(...seats), most: Math.max(...seats)}),
  }));
  const profiles = Object.entries(ruleset.profiles).map(([name, options]) => ({
    value: name,
    name: profileName(ruleset, name),
    hint: profileHint(page, name, /** @type {Record<string, Value>} */ (options)),
  }));
  const sets = ruleset.data_sets.map(({name, title}) => /** @type {[string, string]} */ ([name, title]));
  return html`
    <fieldset><legend>${t('Title')}</legend>
      ${field(errors, '/ruleset', picks('title', form.title, titles, (title) => page.chooseTitle(title)))}</fieldset>
    <fieldset><legend>${t('Edition and profile')}</legend>
      <p class="hint">${t(
        'A profile is a reading of the rules: a set of options. You can change single options below.',
      )}</p>
      ${field(errors, '/data_set', html`<label for="data-set">${t('Map and tables')}</label>
        ${select('data-set', form.dataSet, sets, (dataSet) => page.change({dataSet}))}
        <span class="hint">${dataSetMeaning(ruleset, form.dataSet)}</span>`)}
      ${field(errors, '/profile', picks('profile', form.profile, profiles,
        (profile) => page.change({profile, options: {}}), 'wide'))}</fieldset>`;
}

/**
 * @param {FormPage} page
 * @param {string} name
 * @param {Record<string, Value>} options
 */
function profileHint(page, name, options) {
  const changes = Object.entries(options);
  const isUsual = name === page.ruleset.default_profile;
  const meaning = profileMeaning(page.ruleset, name) || (isUsual ? t('The usual rules') : '');
  const change = (/** @type {[string, Value]} */ [option, value]) => html`<span class="change">
    ${page.words?.options[option]?.name ?? option}: <b>${valueName(page.words, option, value)}</b></span> `;
  return html`${meaning} ${isUsual ? nothing : changes.map(change)}`;
}

/**
 * The number of seats, and who takes them.
 * @param {NewGame} page
 * @param {Form} form
 */
export function seatFields(page, form) {
  const {ruleset, errors} = page;
  const numbers = ruleset.seats.map((seats) => ({value: String(seats), name: formatNumber(seats)}));
  return html`
    <fieldset><legend>${t('Number of players')}</legend>
      ${field(errors, '/seats', picks('seats', String(form.seats), numbers,
        (seats) => page.change({seats: Number(seats)}), 'narrow'))}</fieldset>
    <fieldset><legend>${t('Who plays')}</legend>
      <label class="pick"><input type="checkbox" .checked=${form.isPlaying}
        @change=${() => page.change({isPlaying: !form.isPlaying})}><span>${t('I take seat 0')}</span></label>
      ${field(errors, '/bots', nothing)}${field(errors, '/reserved', nothing)}
      ${form.who.slice(0, form.seats).map((_, seat) => seat === 0 && form.isPlaying ? '' : whoField(page, form, seat))}
    </fieldset>`;
}

/**
 * @param {NewGame} page
 * @param {Form} form
 * @param {number} seat
 */
function whoField(page, form, seat) {
  const who = form.who[seat] ?? 'any';
  /** @type {[string, string][]} */
  const choices = [
    ['any', form.visibility === 'private' ? t('Anyone with the link') : t('Anyone')],
    ['invitation', t('One invited player, by a personal link')],
    ['player', t('A specific player')],
    ...page.ruleset.bots.map((bot) => /** @type {[string, string]} */ ([`bot:${bot}`, botName(`bot:${bot}`)])),
  ];
  const chosen = select(`who-${seat}`, who, choices, (value) => page.change({who: form.who.with(seat, value)}));
  const pointer = `/reserved/${seat}`;
  return html`<div class="who"><label for="who-${seat}" class="seat seat-${seat}">${seatMark(seat)}
      ${t('Seat {seat}', {seat})}</label>
    ${who === 'player' ? html`${chosen}${field(page.errors, pointer, playerField(page, form, seat))}`
      : field(page.errors, pointer, chosen)}</div>`;
}

/**
 * @param {NewGame} page
 * @param {Form} form
 * @param {number} seat
 */
function playerField(page, form, seat) {
  return html`<ludo-player-field id="player-${seat}" .label=${t('Player of seat {seat}', {seat})}
    .value=${form.players[seat] ?? ''} @player=${(/** @type {CustomEvent<string>} */ {detail}) => {
      const players = [...form.players];
      players[seat] = detail;
      page.change({players});
    }}></ludo-player-field>`;
}

/**
 * The clock: none, a preset or an own one.
 * @param {FormPage} page
 * @param {Form} form
 */
export function clockFields(page, form) {
  const {errors} = page;
  const presets = page.presets.map((preset) => ({
    value: preset.name, name: preset.title, hint: html`${preset.meaning} ${clockText(preset)}`}));
  const choices = [{value: 'none', name: t('No clock'), hint: t('Players take the time they need.')}, ...presets,
    {value: 'own', name: t('Custom clock'), hint: t('Set the times yourself.')}];
  return html`<fieldset><legend>${t('Clock')}</legend>
    ${field(errors, '/clock', picks('clock', form.clock, choices, (clock) => page.change({clock})))}
    ${form.clock === 'own' ? html`
      ${field(errors, '/clock/allowance', time(t('For each decision'), form.allowance,
        (allowance) => page.change({allowance})))}
      ${field(errors, '/clock/bank', time(t('In reserve, for the whole game'), form.bank,
        (bank) => page.change({bank})))}
      ${field(errors, '/clock/vacation', time(t('Vacation, for the whole game'), form.vacation,
        (vacation) => page.change({vacation})))}
      ${field(errors, '/clock/strikes', html`
        <label for="strikes">${t('Missed decisions until the seat is lost')}</label>
        <input id="strikes" type="number" min="1" max="1000" .value=${String(form.strikes)}
          required @input=${taken((strikes) => page.change({strikes}))}>`)}
      ${field(errors, '/clock/on_empty', html`<label for="on-empty">${t('What happens to a lost seat')}</label>
        ${select('on-empty', form.onEmpty, [['bot', t('A bot plays until the player returns')],
          ['resign', t('The seat resigns')]], (onEmpty) => page.change({onEmpty}))}`)}` : ''}</fieldset>`;
}

/**
 * Who may see the game, and further terms, folded.
 * @param {NewGame} page
 * @param {Form} form
 */
export function termFields(page, form) {
  const {errors} = page;
  /** @type {[string, string][]} */
  const threeWays = [['auto', t('Automatic')], ['yes', t('Yes')], ['no', t('No')]];
  return html`
    <fieldset><legend>${t('Who may see it')}</legend>
      ${field(errors, '/visibility', picks('visibility', form.visibility, [
        {value: 'public', name: t('Public'), hint: t('The game is in the lobby, and the result is kept.')},
        {value: 'private', name: t('Private'), hint: t('You get a link for those who play or watch.')},
      ], (visibility) => page.change({visibility})))}
      ${field(errors, '/spectators', html`<label class="pick"><input type="checkbox"
        .checked=${form.spectators === 'open'} @change=${() => page.change(
          {spectators: form.spectators === 'open' ? 'none' : 'open'})}>
        <span>${t('Others may watch while it runs')}</span></label>`)}</fieldset>
    <details class="fold"><summary>${t('Name, start, rating, take-back, hints')}</summary>
      ${field(errors, '/name', html`<label for="name">${t('Name of the game')}</label>
        <input id="name" maxlength="80" autocomplete="off" .value=${form.name} aria-describedby="name-hint"
          @change=${(/** @type {Event} */ event) => page.change({name: textOf(event)})}>
        <span class="hint" id="name-hint">
          ${t('It stays in the record permanently. Do not use names of persons.')}</span>`)}
      ${field(errors, '/rated', html`<label for="rated">${t('Rated')}</label>
        ${select('rated', form.rated, threeWays, (rated) => page.change({rated}))}
        <span class="hint">${t('Automatic: public games of players who have signed up are rated.')}</span>`)}
      ${field(errors, '/take_back', html`<label for="take-back">${t('Take back the last decision')}</label>
        ${select('take-back', form.takeBack, threeWays, (takeBack) => page.change({takeBack}))}
        <span class="hint">${t('Automatic: in private games and in games with bots.')}</span>`)}
      ${field(errors, '/hints', html`<label for="hints">${t('Hints of the engine')}</label>
        ${select('hints', form.hints, threeWays, (hints) => page.change({hints}))}
        <span class="hint">${
          t('A player may ask for its three best choices, and all see it. Such a game is not rated.')}
          ${t('Automatic: in games against bots.')}</span>`)}
      ${field(errors, '/starts_at', html`<label for="starts-at">${t('Starts at')}</label>
        <input id="starts-at" type="datetime-local" .value=${form.startsAt}
          @change=${(/** @type {Event} */ event) => page.change({startsAt: textOf(event)})}>
        <span class="hint">${t('Without a time you start the game when all seats are taken.')}</span>`)}
      ${form.startsAt ? html`
        ${field(errors, '/no_show', html`<label for="no-show">${t('If seats are free then')}</label>
          ${select('no-show', form.noShow, [['wait', t('The game waits')], ['bot', t('Bots take them')],
            ['cancel', t('The game is cancelled')]], (noShow) => page.change({noShow}))}`)}
        ${field(errors, '/grace', time(t('Waiting time after the start'), form.grace,
          (grace) => page.change({grace})))}`
        : ''}</details>`;
}

/**
 * All options of the title, with their explanations and rules, folded.
 * @param {FormPage} page
 * @param {Form} form
 */
export function optionFields(page, form) {
  const {ruleset} = page;
  const usual = optionsOf(ruleset, form.profile, form.dataSet);
  const values = resolved(ruleset, form);
  const changed = ruleset.options.filter(({name}) => values[name] !== usual[name]).length;
  return html`<details class="fold"><summary>${t('Options of {title}', {title: ruleset.title})}
      <span class="badge ${changed ? 'accent' : ''}">${changed
        ? tn('{number} changed', '{number} changed', changed) : formatNumber(ruleset.options.length)}</span></summary>
    <div class="options">${ruleset.options.map((option) => optionField(page, form, option, usual, values))}</div>
    </details>`;
}

/**
 * @param {FormPage} page
 * @param {Form} form
 * @param {Option} option
 * @param {Record<string, Value>} usual
 * @param {Record<string, Value>} values
 */
function optionField(page, form, option, usual, values) {
  const {words} = page;
  const {name, needs} = option;
  const value = values[name];
  const seats = seatsOf(form);
  const isEffective = hasEffect(option, values, seats);
  const choices = option.values.map((each) => {
    const shown = valueName(words, name, each);
    return /** @type {[string, string]} */ ([
      String(each), each === usual[name] ? t('{name} (default)', {name: shown}) : shown,
    ]);
  });
  /** @param {string} text */
  const choose = (text) => {
    const chosen = option.values.find((each) => String(each) === text);
    page.change({options: {...form.options, [name]: /** @type {Value} */ (chosen)}});
  };
  return field(page.errors, `/options/${name}`, html`
    <label for="option-${name}" class="option-name">${words?.options[name]?.name ?? name}</label>
    <span class="hint option-meaning" id="meaning-${name}">${words?.options[name]?.meaning ?? option.meaning}</span>
    ${isEffective ? select(`option-${name}`, String(value), choices, choose, `meaning-${name}`)
      : html`<select id="option-${name}" aria-describedby="meaning-${name}" disabled>
          <option>${t('No effect')}</option></select>`}
    ${isEffective ? '' : html`<span class="hint">${needs && isForSeats(option, seats)
      ? t('Needs another value of: {option}', {option: words?.options[needs.option]?.name ?? needs.option})
      : t('Needs another number of players')}</span>`}
    <span class="rules">${option.rules.map((rule) => html`
      <a href="/rules/${form.title}#${rule}">${t('Rule {number}', {number: rule})}</a> `)}</span>`,
  `option ${value === usual[name] ? '' : 'changed'}`);
}

/** @param {Event} event */
function textOf(event) {
  return /** @type {HTMLInputElement} */ (event.target).value;
}
