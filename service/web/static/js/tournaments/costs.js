// The cost of a pairing by its parts: what the search makes as small as possible.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {formatNumber, t} from '../core/texts.js';
import {costName} from './words.js';

/**
 * @param {Record<string, string>} cost
 * @param {Record<string, string>} [drawn] The cost before edits
 */
export function costsView(cost, drawn) {
  const names = Object.keys(cost);
  const isEdited = drawn && names.some((name) => drawn[name] !== cost[name]);
  return html`<div class="scroll"><table class="costs"><caption class="hint">
      ${t('Cost of the pairing: 0 is perfect, and rows further up weigh more.')}</caption>
    <thead><tr><th scope="col">${t('Part')}</th>
      ${isEdited ? html`<th scope="col" class="number">${t('As drawn')}</th>` : nothing}
      <th scope="col" class="number">${t('Cost')}</th></tr></thead>
    <tbody>${names.map((name) => html`<tr><th scope="row">${costName(name)}</th>
      ${isEdited ? html`<td class="number">${formatCost(drawn?.[name])}</td>` : nothing}
      <td class="number">${formatCost(cost[name])}</td></tr>`)}</tbody></table></div>`;
}

/** @param {string | undefined} amount */
function formatCost(amount) {
  return amount === undefined ? '' : formatNumber(Number(amount));
}
