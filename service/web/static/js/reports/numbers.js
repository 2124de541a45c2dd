// Moderation in numbers: reports, acts of moderators and appeals, by month.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {get} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {problemView, skeleton} from '../core/paged.js';
import {formatMonth, formatNumber, t} from '../core/texts.js';
import {actionName, appealName, kindName, stateName} from './words.js';

/** @typedef {import('../core/types.js').Transparency} Numbers */

class Transparency extends LudoElement {
  /** @type {Numbers | null} */
  numbers = null;
  /** @type {Error | null} */
  problem = null;

  async connected() {
    try {
      this.numbers = await get('/v1/transparency', {signal: this.leaving});
    } catch (error) {
      if (!this.leaving.aborted) this.problem = /** @type {Error} */ (error);
    }
    this.update();
  }

  view() {
    if (this.problem) return problemView(this.problem, () => location.reload());
    if (!this.numbers) return skeleton();
    const {reports, acts, appeals} = this.numbers;
    return html`
      ${table(t('Reports of players'), t('No one has reported anything.'),
        [t('Month'), t('About what'), t('State')],
        reports.map(({month, type, state, number}) => [[month, kindName(type), stateName(state)], number]))}
      ${table(t('What moderators have done'), t('Moderators have done nothing.'), [t('Month'), t('What')],
        acts.map(({month, action, number}) => [[month, actionName(action)], number]))}
      ${table(t('Appeals'), t('No one has appealed.'), [t('Month'), t('State')],
        appeals.map(({month, state, number}) => [[month, appealName(state)], number]))}`;
  }
}

/**
 * @param {string} heading
 * @param {string} empty
 * @param {string[]} columns
 * @param {[string[], number][]} rows
 */
function table(heading, empty, columns, rows) {
  if (!rows.length) return html`<section><h2>${heading}</h2><p class="muted">${empty}</p></section>`;
  // the last month first
  const sorted = [...rows].sort(([one], [other]) => (other[0] ?? '').localeCompare(one[0] ?? ''));
  return html`<section><h2>${heading}</h2><div class="scroll"><table>
    <caption class="visually-hidden">${heading}</caption>
    <thead><tr>${columns.map((each) => html`<th scope="col">${each}</th>`)}
      <th scope="col" class="number">${t('Number')}</th></tr></thead>
    <tbody>${sorted.map(([cells, number]) => html`<tr>${cells.map((each, column) =>
      html`<td class=${column ? nothing : 'month'}>${column ? each : formatMonth(each)}</td>`)}
      <td class="number">${formatNumber(number)}</td></tr>`)}</tbody></table></div></section>`;
}

define('ludo-transparency', Transparency);
