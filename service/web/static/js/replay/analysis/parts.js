// What the tabs of an analysis share: links to moments, seats, numbers.

import {html, nothing} from '../../../vendor/lit-html/lit-html.js';
import {playerName, seatMark} from '../../core/seats.js';
import {formatNumber, language, minus} from '../../core/texts.js';
import {addressOf} from '../link.js';

/** @typedef {import('../replay.js').Replay} Replay */

const options = /** @type {const} */ ({maximumFractionDigits: 1, useGrouping: 'always'});
const signed = new Intl.NumberFormat(language, {...options, signDisplay: 'exceptZero'});
const rounded = new Intl.NumberFormat(language, options);

/** @param {number} number */
export function formatSigned(number) {
  return minus(signed.format(number));
}

/** @param {number} number */
export function formatRounded(number) {
  return minus(rounded.format(number));
}

/**
 * Return the value of an exact fraction, such as `7/3`.
 * @param {string} text
 */
export function valueOf(text) {
  const [above = '0', below = '1'] = text.split('/');
  return Number(above) / Number(below);
}

/**
 * A link to a version. A press closes the dialog and goes there.
 * @param {Replay} replay
 * @param {number} version
 */
export function moment(replay, version) {
  return html`<a href=${addressOf(version, replay.as).href} @click=${(/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    /** @type {HTMLElement} */ (event.currentTarget).closest('dialog')?.close();
    void replay.goTo(version);
  }}>${formatNumber(version)}</a>`;
}

/**
 * The mark and the name of a seat.
 * @param {Replay} replay
 * @param {number | null | undefined} seat
 */
export function seatOf(replay, seat) {
  if (seat === null || seat === undefined) return nothing;
  const found = replay.game?.seats.find((one) => one.seat === seat);
  return html`<span class="seat seat-${seat}">${seatMark(seat)} ${playerName(found, replay.game?.seats)}</span>`;
}

/**
 * A table that scrolls on its own.
 * @param {unknown} caption
 * @param {unknown} head
 * @param {unknown} rows
 * @param {string} label
 */
export function table(caption, head, rows, label) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${label}><table>
    <caption>${caption}</caption><thead>${head}</thead><tbody>${rows}</tbody></table></div>`;
}

/**
 * The heads of the columns of all seats.
 * @param {Replay} replay
 */
export function seatHeads(replay) {
  return (replay.game?.seats ?? []).map(({seat}) => html`<th scope="col" class="number">${seatOf(replay, seat)}</th>`);
}
