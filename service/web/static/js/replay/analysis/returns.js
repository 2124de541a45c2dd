// What auctions, conflicts and investments cost, and what they returned by the end of the game.

import {html, nothing} from '../../../vendor/lit-html/lit-html.js';
import {formatNumber, t} from '../../core/texts.js';
import {anchorName} from '../../table/names.js';
import {formatSigned, moment, seatHeads, seatOf, table} from './parts.js';

/** @typedef {import('../../core/types.js').Analysis} Analysis */
/** @typedef {import('../../core/types.js').ReturnLine} Line */
/** @typedef {import('./analysis.js').Found} Found */
/** @typedef {Analysis['returns']['kinds'][number]} Kind */
/** @typedef {{group: 'paid' | 'returned' | 'facts', amount: string}} Column */

/** @param {Found} found */
export function returns(found) {
  const {analysis: {returns: {kinds, lines}}} = found;
  if (!lines.length) return html`<p>${t('Nothing was bought, sold or fought for.')}</p>`;
  const of = (/** @type {Kind} */ {kind}) => lines.filter((line) => line.kind === kind && line.about.length);
  return html`${summary(found)} ${kinds.map((kind) => kindTable(found, kind, of(kind)))}`;
}

/**
 * What was returned less what was paid, in the unit of the score.
 * @param {Analysis} analysis
 * @param {Line} line
 */
function net({returns: {amounts}}, {paid, returned}) {
  return amounts.filter(({is_score}) => is_score)
    .reduce((sum, {amount}) => sum + (returned[amount] ?? 0) - (paid[amount] ?? 0), 0);
}

/**
 * The parts of each score.
 * @param {Found} found
 */
function summary({analysis, replay, words}) {
  const seats = (replay.game?.seats ?? []).map(({seat}) => seat);
  const kinds = analysis.returns.kinds.filter(({in_score}) => in_score);
  const sum = (/** @type {number} */ seat, /** @type {string | null} */ kind) => analysis.returns.lines
    .filter((line) => line.seat === seat && (kind ? line.kind === kind : kinds.some((one) => one.kind === line.kind)))
    .reduce((total, line) => total + net(analysis, line), 0);
  const head = html`<tr><th scope="col">${t('Source')}</th>${seatHeads(replay)}</tr>`;
  const rows = html`${kinds.map(({kind}) => html`<tr><th scope="row">${words.analysis.kinds[kind] ?? kind}</th>
    ${seats.map((seat) => html`<td class="number">${formatNumber(sum(seat, kind))}</td>`)}</tr>`)}
    <tr class="sum"><th scope="row">${t('Score')}</th>
      ${seats.map((seat) => html`<td class="number"><b>${formatNumber(sum(seat, null))}</b></td>`)}</tr>`;
  return table(t('Where the scores come from: returned less paid, in {unit}', {unit: words.score_unit}), head, rows,
    t('Where the scores come from'));
}

/**
 * @param {Found} found
 * @param {Kind} kind
 * @param {Line[]} lines
 */
function kindTable(found, kind, lines) {
  if (!lines.length) return nothing;
  const {analysis, replay, words} = found;
  const name = words.analysis.kinds[kind.kind] ?? kind.kind;
  const columns = columnsOf(analysis, lines);
  const hasNet = kind.in_score && columns.filter(({amount}) => isScore(analysis, amount)).length > 1;
  const group = (/** @type {Column['group']} */ wanted, /** @type {string} */ title) => {
    const span = columns.filter((column) => column.group === wanted).length;
    return span ? html`<th scope="colgroup" colspan=${span} class="number">${title}</th>` : nothing;
  };
  const head = html`<tr><td colspan="4"></td>${group('paid', t('Paid'))} ${group('returned', t('Returned'))}
      ${hasNet ? html`<td></td>` : nothing} ${group('facts', t('Further'))}</tr>
    <tr><th scope="col" class="number">${t('Version')}</th><th scope="col">${t('Player')}</th>
      <th scope="col">${t('What')}</th><th scope="col">${t('Outcome')}</th>
      ${ordered(columns, hasNet).map((column) => html`<th scope="col" class="number">${column
        ? words.analysis.amounts[column.amount] ?? column.amount : t('Net')}</th>`)}</tr>`;
  const rows = lines.map((line) => html`<tr><td class="number">${moment(replay, line.version)}</td>
    <td>${seatOf(replay, line.seat)}</td>
    <th scope="row">${line.about.map((anchor) => anchorName(words, anchor)).join(', ')}</th>
    <td>${words.analysis.outcomes[line.outcome] ?? line.outcome}
      ${line.other === null ? nothing : seatOf(replay, line.other)}</td>
    ${ordered(columns, hasNet).map((column) => html`<td class="number">${column
      ? amountText(line[column.group][column.amount])
      : html`<b>${formatSigned(net(analysis, line))}</b>`}</td>`)}</tr>`);
  return html`<h3>${name}</h3>${table(html`${name} ${kind.rules.map((rule) => html`<a
    href=${`/rules/${analysis.ruleset}#${rule}`}>${t('Rule {number}', {number: rule})}</a> `)}`, head, rows, name)}`;
}

/**
 * The columns, with null for the net amount, which follows what was returned.
 * @param {Column[]} columns
 * @param {boolean} hasNet
 * @returns {(Column | null)[]}
 */
function ordered(columns, hasNet) {
  const facts = columns.filter(({group}) => group === 'facts');
  const others = columns.filter(({group}) => group !== 'facts');
  return [...others, ...(hasNet ? [null] : []), ...facts];
}

/**
 * @param {Analysis} analysis
 * @param {Line[]} lines
 * @returns {Column[]}
 */
function columnsOf({returns: {amounts}}, lines) {
  return (/** @type {const} */ (['paid', 'returned', 'facts'])).flatMap((group) => amounts
    .filter(({amount}) => lines.some((line) => line[group][amount] !== undefined))
    .map(({amount}) => ({group, amount})));
}

/**
 * @param {Analysis} analysis
 * @param {string} amount
 */
function isScore({returns: {amounts}}, amount) {
  return amounts.some((one) => one.amount === amount && one.is_score);
}

/** @param {number | undefined} amount */
function amountText(amount) {
  return amount === undefined ? '–' : formatNumber(amount);
}
