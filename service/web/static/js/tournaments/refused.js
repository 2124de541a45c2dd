// A refusal as people read it: names instead of ids, and the rule that it follows from.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {t} from '../core/texts.js';

/** @typedef {import('../core/types.js').Tournament} Tournament */

const ID = /player:[\w-]+/g;

/**
 * Return the message of a problem. Ids of players of the tournament are replaced by their names.
 * @param {Error} problem
 * @param {Tournament | null} tournament
 */
export function plainText({message}, tournament) {
  const {players = [], substitutes = [], organisers = []} = tournament ?? {};
  const known = [...players, ...substitutes, ...organisers];
  const text = message.replace(ID, (id) => known.find(({player}) => player === id)?.name ?? id);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * @param {Error} problem
 * @param {Tournament | null} tournament
 */
export function refusedView(problem, tournament) {
  const {rule, rule_url: address} = /** @type {{body?: Record<string, string>}} */ (problem).body ?? {};
  return html`<div class="problem" role="alert"><p>${plainText(problem, tournament)}
    ${rule && address ? html`<a href=${address}>${t('Rule {number}', {number: rule.split('/').at(-1) ?? ''})}</a>`
      : nothing}</p></div>`;
}
