// The card that tells what has happened since the own turn, with the way to see it again.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {seatName} from '../core/seats.js';
import {t, tn} from '../core/texts.js';
import {groupsOf} from '../table/groups.js';
import {nameOrYou} from '../table/names.js';
import {glyphsIn} from '../table/symbols.js';
import {titleOf} from './told.js';

/** @typedef {import('./happened.js').Happened} Happened */
/** @typedef {import('../table/groups.js').Group} Group */

/**
 * @param {Happened} happened
 * @param {object} options
 * @param {() => void} options.again Plays it again.
 * @param {boolean} options.isFolded Whether the card lies over the board, or the question needs its room: it is closed
 *   until it is wanted.
 */
export function card(happened, {again, isFolded}) {
  const {told} = happened;
  if (!told.length) return nothing;
  const isOpen = happened.isOpen ?? !isFolded;
  return html`<details class="since" ?open=${isOpen} @toggle=${(/** @type {Event} */ {currentTarget}) => {
    const {open} = /** @type {HTMLDetailsElement} */ (currentTarget);
    if (open !== isOpen) happened.isOpen = open;
  }}>
    <summary><h2>${titleOf(happened)}</h2>
      <span class="muted small">${tn('{number} event', '{number} events', told.length)}</span></summary>
    <div class="since-list" tabindex="0" role="region" aria-label=${titleOf(happened)}>
      <button class="again" aria-keyshortcuts="p" @click=${again}><span aria-hidden="true">▶</span>
        ${t('Play it again')}</button>
      <ol>${groupsOf(told).map((group) => groupOf(happened, group))}</ol></div></details>`;
}

/**
 * @param {Happened} happened
 * @param {Group} group
 */
function groupOf({state}, {seat, kind, events}) {
  const said = kind === 'turn' ? events.slice(1) : events;
  if (!said.length) return nothing;
  return html`<li>${seat === null ? nothing : seatName(seat, nameOrYou(state, seat))}
    <ul>${said.map(({text, record}) => html`<li>${glyphsIn(record.data)}${text ?? record.type}</li>`)}</ul></li>`;
}
