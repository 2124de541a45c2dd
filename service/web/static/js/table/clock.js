// A clock that counts down to a moment, by the time of the service.

import {html} from '../../vendor/lit-html/lit-html.js';
import {serverNow} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {formatMoment, t} from '../core/texts.js';

const HOUR = 3_600;
const DAY = 86_400;
/** The last seconds of a clock look different. */
const URGENT = 60;

/**
 * Return a duration: `1:05`, `2:00:05`, or in days and hours.
 * @param {number} seconds
 */
export function duration(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const [days, hours, minutes] = [Math.floor(whole / DAY), Math.floor(whole / HOUR) % 24, Math.floor(whole / 60) % 60];
  if (days) return hours ? t('{days} d {hours} h', {days, hours}) : t('{days} d', {days});
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** The time that is left until `due`; nothing if it is null. */
class Clock extends LudoElement {
  /** @type {string | null | undefined} */
  #due = null;

  /** @param {string | null | undefined} due */
  set due(due) {
    if (due === this.#due) return;
    this.#due = due;
    this.update();
  }

  connected() {
    const timer = setInterval(() => this.#due && this.update(), 1_000);
    this.leaving.addEventListener('abort', () => clearInterval(timer), {once: true});
  }

  view() {
    if (!this.#due) return null;
    const left = (Date.parse(this.#due) - serverNow()) / 1_000;
    const text = left > 0 ? duration(left) : t('time is up');
    return html`<time class=${left < URGENT ? 'clock urgent' : 'clock'} datetime=${this.#due}
      title=${t('until {moment}', {moment: formatMoment(this.#due)})}>${text}</time>`;
  }
}

define('ludo-clock', Clock);
