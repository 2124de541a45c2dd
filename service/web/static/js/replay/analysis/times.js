// The time that each player used, and the slowest decisions.

import {html, nothing} from '../../../vendor/lit-html/lit-html.js';
import {formatDuration} from '../../core/durations.js';
import {formatNumber, t} from '../../core/texts.js';
import {moment, seatOf, table} from './parts.js';

/** @typedef {import('./analysis.js').Found} Found */

const SECOND = 1_000_000;
/** How many decisions are listed. */
const MOST = 10;

/** @param {Found} found */
export function times({analysis: {times: {decisions, totals}}, replay}) {
  const head = html`<tr><th scope="col">${t('Player')}</th><th scope="col" class="number">${t('Decisions')}</th>
    <th scope="col">${t('Time')}</th><th scope="col">${t('Time for each decision')}</th>
    <th scope="col" class="number">${t('Decisions of bots')}</th>
    <th scope="col" class="number">${t('Clock ran out')}</th></tr>`;
  // the time until a clock ran out is the player's, although the bot has answered
  const own = decisions.filter(({by_bot: isByBot, ran_out: hasRunOut}) => !isByBot || hasRunOut);
  const average = (/** @type {{seat: number, micros: number}} */ {seat, micros}) => {
    const {length} = own.filter((line) => line.seat === seat);
    return length ? timeText(micros / length) : '–';
  };
  const rows = totals.map((total) => html`<tr><th scope="row">${seatOf(replay, total.seat)}</th>
    <td class="number">${formatNumber(total.decisions)}</td><td>${timeText(total.micros)}</td>
    <td>${average(total)}</td>
    <td class="number">${formatNumber(total.by_bot)}</td><td class="number">${formatNumber(total.ran_out)}</td></tr>`);
  const slowest = own.toSorted((one, other) => other.micros - one.micros || one.version - other.version)
    .slice(0, MOST);
  const slowHead = html`<tr><th scope="col" class="number">${t('Version')}</th><th scope="col">${t('Player')}</th>
    <th scope="col">${t('Time')}</th></tr>`;
  const slowRows = slowest.map((line) => html`<tr><td class="number">${moment(replay, line.version)}</td>
    <td>${seatOf(replay, line.seat)}</td><td>${timeText(line.micros)}</td></tr>`);
  return html`${table(t('From the question to the answer, without pauses and vacations'), head, rows, t('Time used'))}
    ${slowRows.length ? table(t('The slowest decisions'), slowHead, slowRows, t('The slowest decisions')) : nothing}`;
}

/** @param {number} micros */
function timeText(micros) {
  const seconds = Math.round(micros / SECOND);
  return seconds ? formatDuration(`PT${seconds}S`) : t('less than a second');
}
