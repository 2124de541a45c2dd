// The dialog with the scores as a table, and the draws against what is expected of them.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {playerName} from '../core/seats.js';
import {formatNumber, t, tn} from '../core/texts.js';
import {addressOf} from './link.js';
import {isPlotted, scoreText} from './scores.js';

/** @typedef {import('../core/types.js').ReplayLine} Line */
/** @typedef {import('./replay.js').Replay} Replay */

/**
 * @typedef {object} Tally
 * @property {number} outcomes
 * @property {number[]} counts By outcome, from 0.
 * @property {number} total
 * @property {number} expected How often each outcome is expected: all are equally likely.
 */

/** The most outcomes of a table. */
const MOST = 20;
/** How often each outcome must be expected at least. */
const LEAST = 1;

/**
 * The content of the dialog.
 * @param {Replay} replay
 */
export function details(replay) {
  return html`<h2 id="replay-details">${t('Scores and draws')}</h2>
    ${scores(replay)} ${draws(replay)}
    <form method="dialog"><button class="primary">${t('Close')}</button></form>`;
}

/** @param {Replay} replay */
export function scores(replay) {
  const {game, history, last} = replay;
  const lines = history?.lines ?? [];
  if (!isPlotted(lines)) return html`<p>${t('The scores depend on what is hidden from this viewer.')}</p>`;
  const shown = lines.filter(({mark, version}) => mark?.begins === 'round' || version === last);
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t('Scores by round')}><table>
    <caption>${t('The scores when a round begins, and at the end. A dash: hidden from this viewer.')}</caption>
    <thead><tr><th scope="col">${t('Round')}</th>
      ${game?.seats.map((one) => html`<th scope="col" class="number">${playerName(one, game.seats)}</th>`)}</tr></thead>
    <tbody>${shown.map((line) => html`<tr><th scope="row"><a href=${addressOf(line.version, replay.as).href}
      @click=${(/** @type {MouseEvent} */ event) => pressed(replay, event, line.version)}>
        ${line.mark?.round ?? t('last version')}</a></th>
      ${game?.seats.map(({seat}) => html`<td class="number">${scoreText(line.scores?.[seat])}</td>`)}
    </tr>`)}</tbody></table></div>`;
}

/**
 * @param {Replay} replay
 * @param {MouseEvent} event
 * @param {number} version
 */
function pressed(replay, event, version) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  /** @type {HTMLElement} */ (event.currentTarget).closest('dialog')?.close();
  void replay.goTo(version);
}

/** @param {Replay} replay */
export function draws({at, history}) {
  const {shown, others} = tallies((history?.lines ?? []).filter(({version}) => version <= at));
  if (!shown.length && !others) return nothing;
  return html`<h3>${t('Draws up to version {version}', {version: at})}</h3>
    <p class="small">${t('Every draw takes one of equally likely outcomes, which are numbered.')}
      ${t('Only draws that this viewer may see are counted.')}</p>
    ${shown.map(({counts, expected, outcomes, total}) => html`<div class="scroll" tabindex="0" role="region"
      aria-label=${t('Draws from {outcomes} outcomes', {outcomes})}><table>
      <caption>${t('{total} draws from {outcomes} outcomes', {total: formatNumber(total), outcomes})}</caption>
      <tbody><tr><th scope="row">${t('Outcome')}</th>
        ${counts.map((_, outcome) => html`<td class="number">${outcome + 1}</td>`)}</tr>
      <tr><th scope="row">${t('Observed')}</th>
        ${counts.map((count) => html`<td class="number">${formatNumber(count)}</td>`)}</tr>
      <tr><th scope="row">${t('Expected')}</th>
        ${counts.map(() => html`<td class="number">${formatNumber(expected)}</td>`)}</tr></tbody></table></div>`)}
    ${others ? html`<p class="small muted">${tn('{number} further draw has too many outcomes to compare.',
      '{number} further draws have too many outcomes to compare.', others)}</p>` : nothing}`;
}

/**
 * Count draws: `shown` has the numbers of outcomes with enough draws, `others` is how many draws the rest has.
 * @param {readonly Line[]} lines
 */
function tallies(lines) {
  /** @type {Map<number, number[]>} */
  const found = new Map();
  for (const {event} of lines) {
    for (const [outcomes, outcome] of [...drawsIn(event.data), ...drawsIn(event.secret)]) {
      const counts = found.get(outcomes) ?? Array(outcomes).fill(0);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      found.set(outcomes, counts);
    }
  }
  /** @type {Tally[]} */
  const shown = [];
  let others = 0;
  for (const [outcomes, counts] of [...found].sort(([one], [other]) => one - other)) {
    const total = counts.reduce((sum, count) => sum + count, 0);
    const expected = total / outcomes;
    if (outcomes > 1 && outcomes <= MOST && expected >= LEAST) shown.push({outcomes, counts, total, expected});
    else others += total;
  }
  return {shown, others};
}

/**
 * Return the draws of an event: pairs of the number of outcomes and the outcome.
 * @param {unknown} fields
 * @returns {[number, number][]}
 */
function drawsIn(fields) {
  return /** @type {{draws?: [number, number][]} | undefined} */ (fields)?.draws ?? [];
}
