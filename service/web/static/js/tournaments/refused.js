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
  const {rule, rule_title: title} = /** @type {{body?: Record<string, string>}} */ (problem).body ?? {};
  const number = rule?.split('/').at(-1) ?? '';
  return html`<div class="problem" role="alert"><p>${plainText(problem, tournament)}
    ${number ? html`<a href="/rules/tournaments#${number}">${t('Rule {number}', {number})}</a>${title
      ? html` · ${title}` : nothing}` : nothing}</p></div>`;
}
