// Luck: what was drawn for each seat against what was to be expected.

import {html, nothing} from '../../../vendor/lit-html/lit-html.js';
import {formatNumber, t} from '../../core/texts.js';
import {formatRounded, formatSigned, moment, seatHeads, seatOf, table, valueOf} from './parts.js';

/** @typedef {import('../../core/types.js').Analysis} Analysis */
/** @typedef {import('./analysis.js').Found} Found */
/** @typedef {Analysis['luck']['totals'][number]} Total */

/** How many standard deviations a sum is off at least to be called unusual. */
const UNUSUAL = 2;
/** How many single draws are listed. */
const MOST = 10;

/** @param {Found} found */
export function luck(found) {
  const {analysis, replay, words} = found;
  const measures = analysis.measures.filter(({measure}) => analysis.luck.totals.some((one) => one.measure === measure));
  if (!measures.length) return html`<p>${t('No draw of this game is measured.')}</p>`;
  const head = html`<tr><th scope="col">${t('Drawn')}</th>${seatHeads(replay)}</tr>`;
  const rows = measures.map(({measure, rule}) => html`<tr><th scope="row">${words.analysis.measures[measure] ?? measure}
      <a class="small" href=${`/rules/${analysis.ruleset}#${rule}`}>${t('Rule {number}', {number: rule})}</a></th>
    ${(replay.game?.seats ?? []).map(({seat}) => html`<td class="number">${cell(analysis.luck.totals
      .find((one) => one.measure === measure && one.seat === seat))}</td>`)}</tr>`);
  return html`
    <p class="small">${t('Each draw is compared with its exact expectation at the table before it.')}
      ${t('Below the difference: what was drawn, what was expected, and how far a usual sum is off.')}</p>
    ${table(t('More (+) or less (−) than expected'), head, rows, t('Luck'))}
    ${surprises(found)}`;
}

/** @param {Total | undefined} total */
function cell(total) {
  if (!total) return '–';
  const {actual, deviation, excess} = total;
  const isUnusual = deviation > 0 && Math.abs(excess) > UNUSUAL * deviation;
  return html`<b>${formatSigned(excess)}</b> ${isUnusual ? html`<em class="unusual">${t('unusual')}</em>` : nothing}
    <span class="luck-terms">${t('{actual}, expected {expected} ± {deviation}', {
      actual: formatNumber(actual), expected: formatRounded(actual - excess), deviation: formatRounded(deviation),
    })}</span>`;
}

/** @param {Found} found */
function surprises({analysis, replay, words}) {
  const off = analysis.luck.events.filter(({deviation}) => deviation > 0).map((event) => ({
    ...event, off: Math.abs(event.actual - valueOf(event.expected)) / event.deviation,
  })).sort((one, other) => other.off - one.off || one.version - other.version).slice(0, MOST);
  const head = html`<tr><th scope="col" class="number">${t('Version')}</th><th scope="col">${t('Player')}</th>
    <th scope="col">${t('Drawn')}</th><th scope="col" class="number">${t('Observed')}</th>
    <th scope="col" class="number">${t('Expected')}</th></tr>`;
  const rows = off.map((event) => html`<tr><td class="number">${moment(replay, event.version)}</td>
    <td>${seatOf(replay, event.seat)}</td><td>${words.analysis.measures[event.measure] ?? event.measure}</td>
    <td class="number">${formatNumber(event.actual)}</td>
    <td class="number">${formatRounded(valueOf(event.expected))}</td></tr>`);
  return table(t('The most surprising draws'), head, rows, t('The most surprising draws'));
}
