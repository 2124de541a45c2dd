// The rack: what belongs to the board but has no place on it, such as open cards, prices and the auction.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {seatMark} from '../core/seats.js';
import {t} from '../core/texts.js';
import {icon} from './drawing.js';

/** @typedef {import('./types.d.ts').RackGroup} RackGroup */
/** @typedef {import('./types.d.ts').RackItem} RackItem */
/** @typedef {import('./types.d.ts').Drawing} Drawing */
/** @typedef {{targets: Set<string>, chosen: Set<string>, drawings: Record<string, Drawing>}} Shown */
/** @typedef {Shown & {focused: string | undefined, pick: (id: string) => void}} State */

/**
 * Return the rack. What may be pressed is a button.
 * @param {RackGroup[]} groups
 * @param {State} state
 */
export function rackView(groups, state) {
  if (!groups.length) return nothing;
  return html`<div class="board-rack" role="group" aria-label=${t('Near the board')} tabindex="0">
    ${groups.map(
      ({heading, items}) => html`<div class="group"><p>${heading}</p><ul aria-label=${heading}>
      ${items.map((item) => html`<li>${itemView(item, state)}</li>`)}
    </ul></div>`,
    )}
  </div>`;
}

/**
 * @param {RackItem} item
 * @param {State} state
 */
function itemView({id, seat, name, value, faces}, {targets, chosen, drawings, focused, pick}) {
  const content = html`
    ${seat === undefined ? nothing : seatView(seat)}
    ${(faces ?? []).map((kind) => icon(drawings[kind]))}
    ${name ? html`<span>${name}</span>` : nothing}
    ${value ? html`<b>${value}</b>` : nothing}`;
  if (id === undefined || !(targets.has(id) || chosen.has(id))) {
    return html`<span class="item" data-explain=${id ?? nothing}>${content}</span>`;
  }
  const isChosen = chosen.has(id);
  const look = id === focused ? 'item target focused' : 'item target';
  return html`<button type="button" class=${look} data-explain=${id} aria-pressed=${isChosen} @click=${() => pick(id)}>
    ${content}
  </button>`;
}

/** @param {number} seat */
function seatView(seat) {
  return html`<span class="seat seat-${seat}">${seatMark(seat)}<span>${seat}</span></span>`;
}
