// Talk at a table or a tournament: the messages of the rooms that one may read, what one writes, and who may write.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import {get, Problem, send} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {signInAddress} from '../core/session.js';
import {t, tn} from '../core/texts.js';
import './blocks.js';
import {levelFields} from './levels.js';
import {showAway} from './look.js';
import {messageView} from './message.js';
import {isFollowed, isGame, styled} from './place.js';

/** @typedef {import('../core/types.js').Message} Message */
/** @typedef {import('../core/types.js').Talk} Talk */
/** @typedef {import('./place.js').Place} Place */

/** Milliseconds between two looks where no stream sends messages. */
const LOOK = 15_000;
/** Messages that are read at once. */
const PAGE = 50;
/** The characters of a message. */
const LONGEST = 500;

export class TalkPanel extends LudoElement {
  /** @type {Place} */ state = /** @type {any} */ (null);
  isOpen = false;
  /** @type {Talk | null} */ #talk = null;
  /** @type {Map<string, Message>} */ #messages = new Map();
  /** @type {Map<string, string | null>} The next page of each room. */ #next = new Map();
  #unread = 0;
  #refusal = '';
  #isSending = false;
  #isScrolledUp = false;
  /** Whether the field gets the focus once it is there. */ #takesFocus = false;

  connected() {
    styled();
    const options = {signal: this.leaving};
    this.state.addEventListener('talk', (event) => {
      this.#arrived(/** @type {CustomEvent<Message>} */ (event).detail);
    }, options);
    // what was written while no stream was there
    this.state.addEventListener('connected', () => this.#reload(), options);
    this.state.addEventListener('change', () => this.update(), options);
    document.addEventListener('visibilitychange', () => this.#see(), options);
    const timer = setInterval(() => {
      if (!isFollowed(this.state) && this.isOpen && !document.hidden) this.#reload();
    }, LOOK);
    this.leaving.addEventListener('abort', () => clearInterval(timer));
    this.#reload();
  }

  #reload() {
    this.#read().catch((error) => this.leaving.aborted || this.#refused(error));
  }

  /** Read all again: a block hides messages, and its end shows them. */
  #readAgain() {
    this.#messages.clear();
    this.#next.clear();
    this.#reload();
  }

  /**
   * Read who may write, and the newest messages of each room.
   * @returns {Promise<void>}
   */
  async #read(isAgain = false) {
    const options = {signal: this.leaving};
    const before = this.#talk?.reads.length;
    const talk = /** @type {Talk} */ (await get(`${this.state.path}/talk`, options));
    const pages = await Promise.all(talk.reads.map((room) => this.#page(room))).catch((error) => {
      // whoever takes a seat meanwhile may not read the room of the spectators any more
      if (isAgain || !(error instanceof Problem) || error.status !== 403) throw error;
    });
    if (!pages) return this.#read(true);
    this.#talk = talk;
    const known = /** @type {string[]} */ (talk.reads);
    for (const room of this.#next.keys()) if (!known.includes(room)) this.#next.delete(room);
    this.#unread = talk.unread;
    showAway(this.state, talk.away);
    for (const [place, room] of talk.reads.entries()) {
      const page = pages[place];
      if (!page) continue;
      for (const message of page.items) this.#messages.set(message.id, message);
      if (!this.#next.has(room) || before !== talk.reads.length) this.#next.set(room, page.next);
    }
    this.#see();
    this.update();
  }

  /**
   * @param {string} room
   * @param {string | null} [cursor]
   * @returns {Promise<{items: Message[], next: string | null}>}
   */
  #page(room, cursor = null) {
    const more = cursor === null ? '' : `&cursor=${cursor}`;
    return get(`${this.state.path}/messages?room=${room}&limit=${PAGE}${more}`, {signal: this.leaving});
  }

  async #earlier() {
    for (const [room, cursor] of this.#next) {
      if (cursor === null) continue;
      const page = await this.#page(room, cursor);
      for (const message of page.items) this.#messages.set(message.id, message);
      this.#next.set(room, page.next);
    }
    this.update();
  }

  /** @param {Message} message */
  #arrived(message) {
    const isNew = !this.#messages.has(message.id);
    this.#messages.set(message.id, message);
    if (message.talk && this.#talk) this.#reload();
    if (isNew && message.text && message.player !== this.state.person?.id) this.#unread += 1;
    this.#see();
    this.update();
  }

  /** Mark what is shown as read. */
  #see() {
    const last = this.#shown().at(-1);
    if (!this.isOpen || document.hidden || !this.#unread || !last) return;
    this.#unread = 0;
    this.update();
    if (this.state.person) this.#mark({read_at: last.at}).catch(() => {});
  }

  /** @param {{read_at?: string, muted?: boolean}} mark */
  #mark(mark) {
    return send('PUT', `${this.state.path}/talk/mine`, mark, {signal: this.leaving});
  }

  /** The messages in the order of their times. */
  #shown() {
    return [...this.#messages.values()].sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
  }

  /** Open the panel and put the focus into it. */
  open() {
    this.isOpen = true;
    this.#takesFocus = true;
    this.#see();
    this.update();
  }

  /** How many messages the button in the bar counts: none of those that one has muted. */
  get unread() {
    return this.#talk?.muted ? 0 : this.#unread;
  }

  rendered() {
    this.dispatchEvent(new CustomEvent('unread', {detail: this.unread, bubbles: true}));
    if (this.#takesFocus && this.isOpen && this.#talk) {
      this.#takesFocus = false;
      /** @type {HTMLElement | null} */
      const field = this.querySelector('.write input') ?? this.querySelector('summary');
      field?.focus();
    }
    const list = this.querySelector('.messages');
    if (list && this.isOpen && !this.#isScrolledUp) list.scrollTop = list.scrollHeight;
  }

  view() {
    const {unread} = this;
    return html`<details class="talk" .open=${this.isOpen}
      @toggle=${(/** @type {Event} */ event) => this.#toggled(event)}>
      <summary>${t('Talk')}${unread ? html` <span class="badge accent">${
        tn('{number} new', '{number} new', unread)}</span>` : nothing}</summary>
      ${this.isOpen ? this.#content() : nothing}</details>`;
  }

  /** @param {Event} event */
  #toggled(event) {
    const {open} = /** @type {HTMLDetailsElement} */ (event.target);
    if (open === this.isOpen) return;
    this.isOpen = open;
    this.#see();
    this.update();
  }

  #content() {
    const talk = this.#talk;
    if (!talk) return html`<p class="muted">${this.#refusal || t('Loading…')}</p>`;
    return html`
      ${talk.muted ? html`<p class="muted">${t('You have muted this talk.')}</p>` : this.#list()}
      ${this.#refusal ? html`<p class="error" role="alert">${this.#refusal}</p>` : nothing}
      ${this.#form(talk)}
      <div class="talk-settings">
        ${this.state.person ? html`<label><input type="checkbox" .checked=${talk.muted}
          @change=${(/** @type {Event} */ event) => this.#mute(event)}> ${t('Mute for me')}</label>` : nothing}
        ${talk.sets ? levelFields(talk, isGame(this.state), (body) => this.#setLevel(body)) : nothing}
      </div>
      ${isGame(this.state) ? html`<ludo-table-blocks .state=${this.state}
        @blocked=${() => this.#readAgain()}></ludo-table-blocks>` : nothing}`;
  }

  #list() {
    const hasEarlier = [...this.#next.values()].some((cursor) => cursor !== null);
    return html`<div class="messages" role="log" aria-label=${t('Messages')} tabindex="0"
      @scroll=${(/** @type {Event} */ event) => this.#scrolled(event)}>
      ${hasEarlier ? html`<button @click=${() => this.#try(() => this.#earlier())}>
        ${t('Earlier messages')}</button>` : nothing}
      ${this.#messages.size ? nothing : html`<p class="muted">${t('Nothing has been written yet.')}</p>`}
      ${repeat(this.#shown(), ({id}) => id, (message) => this.#message(message))}</div>`;
  }

  /** @param {Event} event */
  #scrolled(event) {
    const list = /** @type {HTMLElement} */ (event.target);
    this.#isScrolledUp = list.scrollHeight - list.scrollTop - list.clientHeight > 40;
  }

  /** @param {Message} message */
  #message(message) {
    const isOwn = message.player !== null && message.player === this.state.person?.id;
    return messageView(message, this.state, isOwn ? () => void this.#try(() => this.#remove(message)) : null);
  }

  /** @param {Talk} talk */
  #form(talk) {
    if (!this.state.person) return html`<p><a href=${signInAddress()}>${t('Sign in to write.')}</a></p>`;
    if (talk.writes === null || talk.talk === 'off' || (talk.talk === 'players' && talk.writes === 'spectators')) {
      const reason = talk.talk === 'off' ? t('Talk is turned off.') : t('You may only read here.');
      return html`<p class="muted">${reason}</p>`;
    }
    return html`<form class="write" @submit=${(/** @type {Event} */ event) => this.#submit(event)}>
      <label class="visually-hidden" for="talk-text">${t('Message')}</label>
      <input id="talk-text" name="text" maxlength=${LONGEST} autocomplete="off" required
        placeholder=${talk.writes === 'spectators' ? t('Write to the spectators')
          : isGame(this.state) ? t('Write to the table') : t('Write to the tournament')}>
      <button>${t('Send')}</button></form>
      ${talk.writes === 'spectators' && !this.state.isOver
        ? html`<p class="hint muted">${t('Players read this after the end.')}</p>` : nothing}`;
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem('text'));
    if (this.#isSending || !field.value.trim()) return;
    this.#isSending = true;
    void this.#try(async () => {
      const said = await send('POST', `${this.state.path}/messages`, {text: field.value});
      field.value = '';
      this.#isScrolledUp = false;
      this.#messages.set(said.id, said);
    }).finally(() => { this.#isSending = false; });
  }

  /** @param {Message} message */
  async #remove(message) {
    await send('DELETE', `${this.state.path}/messages/${message.id}`);
    this.#messages.set(message.id, {...message, text: null, is_removed: true});
  }

  /** @param {Event} event */
  #mute(event) {
    const {checked} = /** @type {HTMLInputElement} */ (event.target);
    void this.#try(async () => {
      await this.#mark({muted: checked});
      if (this.#talk) this.#talk = {...this.#talk, muted: checked};
    });
  }

  /** @param {{talk: string, games?: string}} body */
  #setLevel(body) {
    void this.#try(async () => {
      this.#talk = await send('PUT', `${this.state.path}/talk`, body);
    });
  }

  /** @param {() => Promise<unknown>} action */
  async #try(action) {
    this.#refusal = '';
    try {
      await action();
    } catch (error) {
      this.#refused(error);
    }
    this.update();
  }

  /** @param {unknown} error */
  #refused(error) {
    this.#refusal = error instanceof Error ? error.message : String(error);
    this.update();
  }
}

define('ludo-talk', TalkPanel);
