// One message, as the panel of talk shows it. What people write is text: links in it cannot be pressed.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {formatMoment, t} from '../core/texts.js';
import {reportButton} from '../reports/control.js';
import {LEVEL_SET} from './levels.js';
import {isGame} from './place.js';

/** @typedef {import('../core/types.js').Message} Message */

/**
 * @param {Message} message
 * @param {import('./place.js').Place} place
 * @param {(() => void) | null} remove What removes an own message; null: it is of someone else.
 */
export function messageView(message, place, remove) {
  const name = message.name ?? t('a deleted player');
  const time = html`<time class="muted" datetime=${message.at}>${formatMoment(message.at)}</time>`;
  if (message.talk) return html`<p class="message system">${LEVEL_SET[message.talk]?.(name)} ${time}</p>`;
  const seat = message.seat === null ? '' : `seat-${message.seat}`;
  // text that runs from right to left reorders nothing around it
  return html`<p class="message"><strong class="seat ${seat}"><bdi>${name}</bdi></strong>
    ${message.room === 'spectators' ? html`<span class="badge">${t('spectator')}</span>` : nothing}
    ${message.text === null ? html`<em class="muted">${t('removed')}</em>`
      : html`<bdi class="said">${message.text}</bdi>`}
    ${time}
    ${remove && message.text !== null ? html`<button class="remove"
      aria-label=${t('Remove the message: {text}', {text: message.text ?? ''})}
      @click=${() => remove()}>${t('Remove')}</button>` : nothing}
    ${remove || message.text === null || !message.player ? nothing
      : reportButton(subjectOf(message, place), t('Report the message of {name}', {name}))}</p>`;
}

/**
 * @param {Message} message
 * @param {import('./place.js').Place} place
 * @returns {import('../reports/dialog.js').Subject}
 */
function subjectOf(message, place) {
  const id = place.path.slice(place.path.lastIndexOf('/') + 1);
  return {type: 'message', message: message.id, ...isGame(place) ? {game: id} : {tournament: id}};
}
