// The standing orders that the panel offers for each title, and what an order says in words.

import {html} from '../../vendor/lit-html/lit-html.js';
import {formatNumber, t} from '../core/texts.js';
import {name} from './names.js';

/** @typedef {import('../core/types.js').NewOrder} NewOrder */
/** @typedef {import('../core/types.js').OrderTerms} OrderTerms */
/** @typedef {import('./state.js').TableState} TableState */
/** @typedef {Record<string, string>} Filled The fields of the form, by name. */
/**
 * An order that is offered: its name, its fields, and what it says once they are filled in.
 * @typedef {{id: string, name: string, fields?: () => unknown, terms: (filled: Filled) => NewOrder}} Preset
 */

const BIDDING = ['7a.2', '7a.4'];
const COMPANIES = ['hudson', 'jet', 'standard'];

/**
 * Return the orders that are offered at a table.
 * @param {TableState} state
 * @returns {Preset[]}
 */
export function presets(state) {
  /** @type {Preset[]} */
  const found = [...OF_TITLE[state.game?.ruleset ?? '']?.(state) ?? []];
  const {own} = state;
  const choices = own?.choices ?? [];
  if (own && choices.length) {
    found.push({
      id: 'choice',
      name: t('Always answer the present question like this'),
      fields: () => html`<div class="field"><label for="order-choice">${t('Choice')}</label>
        <select id="order-choice" name="choice">${choices.map((choice, place) => html`
          <option value=${place}>${choice.text}</option>`)}</select></div>`,
      terms: ({choice = '0'}) => {
        const {type, ...fields} = /** @type {Record<string, any> & {type: string}} */ (
          choices[Number(choice)]?.command ?? {type: ''});
        return {questions: own.rule ? [own.rule] : [], commands: [{type, fields}]};
      },
    });
  }
  found.push({id: 'only', name: t('Answer where only one choice is left'), terms: () => ({only_choice: true})});
  return found;
}

/** @type {Record<string, (state: TableState) => Preset[]>} */
const OF_TITLE = {
  giganten: (state) => [
    {
      id: 'bid',
      name: t('Bid up to a value, then pass'),
      fields: () => html`${company(state)}${number(t('Highest bid'), 1)}`,
      terms: ({company: named = '', value = '1'}) => ({
        questions: BIDDING,
        commands: [
          {type: 'giganten.bid', number: {field: 'value', at_most: Number(value)}},
          {type: 'giganten.pass_bid'},
        ],
        when: [isCompany(named)],
      }),
    },
    {
      id: 'pass',
      name: t('Pass an auction above a bid'),
      fields: () => html`${company(state)}${number(t('Pass above'), 0)}`,
      terms: ({company: named = '', value = '0'}) => ({
        questions: Number(value) ? ['7a.4'] : BIDDING,
        commands: [{type: 'giganten.pass_bid'}],
        when: [
          isCompany(named),
          ...Number(value) ? [{path: '/auction/bid', test: /** @type {const} */ ('above'), value: Number(value)}] : [],
        ],
      }),
    },
    simple('special', t('Decline the special'), '4d.1', 'giganten.decline_special'),
    simple('drilling', t('Build no derrick'), '5.1', 'giganten.decline_drilling'),
    {
      id: 'sell',
      name: t('Sell all that can be sold'),
      terms: () => ({
        questions: ['7b.1'], commands: [{type: 'giganten.sell_oil', number: {field: 'markers', pick: 'highest'}}],
      }),
    },
  ],
  siberia: ({seat}) => [
    {
      id: 'placing',
      name: t('End placing when all others have'),
      terms: () => ({
        questions: ['2.2'],
        commands: [{type: 'siberia.end_placing'}],
        when: [{path: '/awaiting', test: 'equal', value: [seat ?? 0]}],
      }),
    },
    simple('pass', t('Pass for the round'), '3.1', 'siberia.pass'),
  ],
  minos: () => [
    simple('stand', t('Roll no die again in conflicts'), '8.6', 'minos.stand_in_conflict'),
    simple('keep', t('Keep the first roll'), '3.1', 'minos.keep_dice'),
  ],
};

/**
 * @param {string} id
 * @param {string} text
 * @param {string} question
 * @param {string} type
 * @returns {Preset}
 */
function simple(id, text, question, type) {
  return {id, name: text, terms: () => ({questions: [question], commands: [{type}]})};
}

/** @param {TableState} state */
function company({words}) {
  return html`<div class="field"><label for="order-company">${t('Company')}</label>
    <select id="order-company" name="company">${COMPANIES.map((id) => html`
      <option value=${id}>${name(words, id)}</option>`)}</select></div>`;
}

/**
 * @param {string} label
 * @param {number} least
 */
function number(label, least) {
  return html`<div class="field"><label for="order-value">${label}</label>
    <input id="order-value" name="value" type="number" min=${least} max="999" value=${least} required></div>`;
}

/** @param {string} value */
function isCompany(value) {
  return {path: '/auction/company', test: /** @type {const} */ ('equal'), value};
}

/**
 * Say in words what an order does.
 * @param {TableState} state
 * @param {OrderTerms} terms
 */
export function describe({words}, terms) {
  const commands = /** @type {Record<string, any>[]} */ ([...terms.commands]);
  const parts = commands.map(({type, fields, number: chosen}) => {
    const values = Object.values(fields ?? {}).filter((value) => typeof value !== 'object').map((value) => (
      typeof value === 'number' ? formatNumber(value) : name(words, String(value))));
    if (chosen?.at_most !== null && chosen?.at_most !== undefined) {
      values.push(t('at most {number}', {number: formatNumber(chosen.at_most)}));
    }
    const said = SAID[type]?.() ?? name(words, String(type).split('.')[1] ?? '');
    return values.length ? `${said} (${values.join(', ')})` : said;
  });
  if (terms.only_choice) parts.push(t('Answer where only one choice is left'));
  const when = /** @type {Record<string, any>[]} */ ([...terms.when]).map(({path, value}) => (
    path === '/auction/company' ? name(words, String(value))
      : path === '/auction/bid' ? t('above {number}', {number: formatNumber(Number(value))}) : ''));
  return [...when.filter(Boolean), parts.join(' / ')].join(' · ');
}

/** @type {Record<string, () => string>} */
const SAID = {
  'giganten.bid': () => t('Bid'),
  'giganten.pass_bid': () => t('Pass'),
  'giganten.decline_special': () => t('Decline the special'),
  'giganten.decline_drilling': () => t('Build no derrick'),
  'giganten.sell_oil': () => t('Sell all that can be sold'),
  'siberia.end_placing': () => t('End placing when all others have'),
  'siberia.pass': () => t('Pass for the round'),
  'minos.stand_in_conflict': () => t('Roll no die again in conflicts'),
  'minos.keep_dice': () => t('Keep the first roll'),
};

/** @type {Record<string, () => string>} Why an order has ended. */
export const ENDED = {
  cancelled: () => t('cancelled'),
  round: () => t('ended with the round'),
  times: () => t('done'),
  condition: () => t('ended by its condition'),
  event: () => t('ended by what another player did'),
  'taken-back': () => t('ended: its decision was taken back'),
  seat: () => t('ended with your seat'),
  token: () => t('ended with the app or token that set it'),
  over: () => t('ended with the game'),
};
