// The history: the sentences of the events, grouped by rounds, phases and turns, with an address for each version.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import {announce} from '../core/announce.js';
import {Problem} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {seatMark} from '../core/seats.js';
import {formatMoment, t} from '../core/texts.js';
import {replayAddress} from './addresses.js';

/** @typedef {import('./state.js').ShownEvent} ShownEvent */
/** @typedef {import('./state.js').TableState} TableState */

/** The ends of the types of events that begin a group, with the level of its heading. */
const MARKERS = /** @type {const} */ ({round_started: 'round', phase_started: 'phase', turn_started: 'turn'});
/** The distance from the end, in pixels, within which the list follows new events. */
const NEAR = 40;

class History extends LudoElement {
  /** @type {TableState} */ state = /** @type {any} */ (null);
  /** Whether the list follows new events: until a person scrolls up. */
  #isAtEnd = true;
  #last = 0;
  #top = 0;
  // the panels above change their heights, and texts their lines
  #sizes = new ResizeObserver(() => this.#isAtEnd && this.#scrollToEnd());

  connected() {
    this.state.addEventListener('change', () => this.update(), {signal: this.leaving});
    this.addEventListener('scroll', (event) => {
      const list = /** @type {HTMLElement} */ (event.target);
      const isNear = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
      // a list that shrinks is not near its end either, but it has not been scrolled up
      this.#isAtEnd = isNear || (this.#isAtEnd && list.scrollTop >= this.#top);
      this.#top = list.scrollTop;
    }, {signal: this.leaving, capture: true, passive: true});
  }

  view() {
    const {state} = this;
    const events = state.shownEvents;
    const first = state.past ? undefined : state.events[0];
    return html`<h2>${t('History')}</h2>
      <div class="scroller" tabindex="0" role="region" aria-label=${t('History')}>
        ${first && first.record.version > 1 ? html`<button
          @click=${() => this.#earlier()}>${t('Earlier events')}</button>`
          : nothing}
        <ol class="events">${repeat(events, ({record}) => record.version, (event) => this.#event(event))}</ol>
      </div>`;
  }

  async #earlier() {
    try {
      await this.state.earlier();
    } catch (error) {
      if (error instanceof Problem) announce(error.message);
      else if (!this.leaving.aborted) throw error;
    }
  }

  /** @param {ShownEvent} event */
  #event({record, text}) {
    const shownVersion = this.state.past?.version;
    const kind = MARKERS[/** @type {keyof typeof MARKERS} */ (record.type.split('.')[1])] ?? '';
    const seat = seatOf(record);
    return html`<li class="event ${kind} ${record.version === shownVersion ? 'shown' : ''}">
      ${seat === null || kind ? nothing : html`<span class="seat seat-${seat}">${seatMark(seat)}</span>`}
      <span class="event-text">${text ?? record.type}</span>
      <a class="version" href=${replayAddress(record.version)} title=${formatMoment(record.at)}
        aria-label=${t('Version {version}', {version: record.version})}
        @click=${(/** @type {MouseEvent} */ click) => this.#show(click, record.version)}>${record.version}</a></li>`;
  }

  /**
   * @param {MouseEvent} click
   * @param {number} version
   */
  #show(click, version) {
    if (click.ctrlKey || click.metaKey || click.shiftKey || click.button) return;
    click.preventDefault();
    this.dispatchEvent(new CustomEvent('version', {detail: version, bubbles: true}));
  }

  rendered() {
    const {past} = this.state;
    const version = past?.version ?? this.state.version;
    for (const part of this.querySelectorAll('.scroller, .events')) this.#sizes.observe(part);
    if ((past || this.#isAtEnd) && version !== this.#last) {
      this.#isAtEnd = true;
      // with the layout of the next frame: asking for the height now would lay the page out once more
      requestAnimationFrame(() => this.#scrollToEnd());
    }
    this.#last = version;
  }

  #scrollToEnd() {
    const list = this.querySelector('.scroller');
    if (list) list.scrollTop = list.scrollHeight;
  }
}

/** @param {ShownEvent['record']} record */
function seatOf(record) {
  const {seat} = /** @type {{seat?: unknown}} */ (record.data);
  return typeof seat === 'number' ? seat : record.seat;
}

define('ludo-history', History);
