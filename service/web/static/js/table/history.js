// The history: the sentences of the events, grouped by rounds, phases and turns, with an address for each version. A
// long game has thousands of events: the page has those around the place to which a person has scrolled.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import {announce} from '../core/announce.js';
import {Problem} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {seatMark, seatName} from '../core/seats.js';
import {formatMoment, t} from '../core/texts.js';
import {replayAddress} from './addresses.js';
import {beginningOf, groupsOf, isNews, seatOf} from './groups.js';
import {nameOrYou} from './names.js';

/** @typedef {import('./groups.js').Group} Group */
/** @typedef {import('./state.js').ShownEvent} ShownEvent */
/** @typedef {import('./state.js').TableState} TableState */

/** The distance from the end, in pixels, within which the list follows new events; that at which it shows others. */
const [NEAR, EDGE] = [40, 300];
/** How many events the page has at most, and by how many it moves. */
const [MOST, STEP] = [120, 50];
/** Milliseconds after which the list names the moments of its versions. */
const IDLE = 2_000;

class History extends LudoElement {
  /** @type {TableState} */ state = /** @type {any} */ (null);
  /** Whether the list follows new events: until a person scrolls up. */
  #isAtEnd = true;
  /** The version of the last event in the list; null: the list goes to the end. @type {number | null} */
  #until = null;
  /** Whether earlier events are being read. */
  #isReading = false;
  #last = 0;
  #top = 0;
  /** What stays where it is when other events are shown. @type {{version: string, y: number} | null} */
  #anchor = null;
  // the panels above change their heights, and texts their lines
  #sizes = new ResizeObserver(() => this.#isAtEnd && this.#scrollToEnd());

  /** Whether versions name their moments: the first date of a page takes a cheap phone 100 ms. */
  #hasDates = false;

  connected() {
    this.state.addEventListener('change', () => this.update(), {signal: this.leaving});
    setTimeout(() => (window.requestIdleCallback ?? setTimeout)(() => {
      this.#hasDates = true;
      this.update();
    }), IDLE);
    this.addEventListener('scroll', ({target}) => this.#scrolled(/** @type {HTMLElement} */ (target)), {
      signal: this.leaving, capture: true, passive: true,
    });
  }

  /** @param {HTMLElement} list */
  #scrolled(list) {
    const below = list.scrollHeight - list.scrollTop - list.clientHeight;
    // a list that shrinks is not near its end either, but it has not been scrolled up
    const isUp = list.scrollTop < this.#top;
    this.#isAtEnd = this.#until === null && (below < NEAR || (this.#isAtEnd && !isUp));
    this.#top = list.scrollTop;
    if (isUp && list.scrollTop < EDGE) this.#move(-STEP);
    else if (!isUp && below < EDGE) this.#move(STEP);
  }

  /** The events that the list has, and how many there are before and after them. */
  get #window() {
    const all = this.state.shownEvents.filter(isNews);
    const found = this.#until === null ? -1 : all.findIndex(({record}) => record.version === this.#until);
    const end = found < 0 ? all.length : found + 1;
    const start = Math.max(0, end - MOST);
    return {all, start, end, events: all.slice(start, end)};
  }

  /** Show earlier or later events. @param {number} count */
  #move(count) {
    const {all, start, end} = this.#window;
    const to = count < 0 ? Math.max(Math.min(MOST, all.length), end + count) : end + count;
    if (to === end || (count < 0 ? start === 0 : end === all.length)) return;
    this.#until = to >= all.length ? null : all[to - 1]?.record.version ?? null;
    this.#isAtEnd = false;
    this.#hold();
    this.update();
  }

  /** Remember where the first event in sight is. */
  #hold() {
    const top = this.querySelector('.scroller')?.getBoundingClientRect().top ?? 0;
    const first = [...this.querySelectorAll('.event')].find((one) => one.getBoundingClientRect().bottom > top);
    const version = /** @type {HTMLElement | undefined} */ (first)?.dataset['version'];
    this.#anchor = first && version ? {version, y: first.getBoundingClientRect().top} : null;
  }

  view() {
    const {state} = this;
    const {all, start, end, events} = this.#window;
    const first = state.past ? undefined : state.events[0];
    const isEarlier = start > 0 || (first && first.record.version > 1);
    return html`<h2>${t('History')}</h2>
      <div class="scroller" tabindex="0" role="region" aria-label=${t('History')}>
        ${isEarlier ? html`<button @click=${() => this.#earlier()}>${t('Earlier events')}</button>` : nothing}
        <ol class="events">
          ${repeat(groupsOf(events), ({events: [one]}) => one?.record.version, (group) => this.#group(group))}</ol>
        ${end < all.length ? html`<button @click=${() => this.#move(STEP)}>${t('Later events')}</button>` : nothing}
      </div>`;
  }

  async #earlier() {
    // a second press while events are being read would move past what is in sight
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      this.#hold();
      if (!this.#window.start) await this.state.earlier();
      this.#move(-STEP);
    } catch (error) {
      if (error instanceof Problem) announce(error.message);
      else if (!this.leaving.aborted) throw error;
    } finally {
      this.#isReading = false;
    }
  }

  /** @param {Group} group */
  #group({kind, seat, events}) {
    const isHeaded = seat !== null && (kind === 'turn' || events.length > 1);
    return html`${isHeaded && !kind ? html`<li class="group">${seatName(seat, nameOrYou(this.state, seat))}</li>`
      : nothing}${events.map((event) => this.#event(event, isHeaded ? seat : null))}`;
  }

  /**
   * @param {ShownEvent} event
   * @param {number | null} headed The seat that a heading above names.
   */
  #event(event, headed) {
    const {record, text} = event;
    const [kind, seat] = [beginningOf(event), seatOf(event)];
    const isMarked = seat !== null && (kind === 'turn' || (!kind && seat !== headed));
    const classes = ['event', kind, headed === null || kind ? '' : 'headed'];
    if (record.version === this.state.past?.version) classes.push('shown');
    return html`<li class=${classes.filter(Boolean).join(' ')} data-version=${record.version}>
      ${isMarked ? html`<span class="seat seat-${seat}">${seatMark(seat)}</span>` : nothing}
      <span class="event-text">${text ?? record.type}</span>
      <a class="version" href=${replayAddress(record.version)}
        title=${this.#hasDates ? formatMoment(record.at) : nothing}
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
    this.#restore();
    if ((past || this.#isAtEnd) && version !== this.#last) {
      this.#isAtEnd = true;
      // with the layout of the next frame: asking for the height now would lay the page out once more
      requestAnimationFrame(() => this.#scrollToEnd());
    }
    this.#last = version;
  }

  /** Leave what was in sight where it was. */
  #restore() {
    if (!this.#anchor) return;
    const {version, y} = this.#anchor;
    this.#anchor = null;
    const [list, kept] = [this.querySelector('.scroller'), this.querySelector(`[data-version="${version}"]`)];
    if (!list || !kept) return;
    const moved = kept.getBoundingClientRect().top - y;
    // on a narrow page, the list does not scroll: the page does
    if (list.scrollHeight > list.clientHeight) list.scrollTop += moved;
    else scrollBy(0, moved);
    this.#top = list.scrollTop;
  }

  #scrollToEnd() {
    const list = this.querySelector('.scroller');
    if (list) list.scrollTop = list.scrollHeight;
  }
}

define('ludo-history', History);
