// The lobby: own games, open games, running and finished ones, as they change.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import {announce} from '../core/announce.js';
import {define, LudoElement} from '../core/element.js';
import {takeSeat} from '../core/people.js';
import {Paged, pagedView, problemView, skeleton} from '../core/paged.js';
import {get, isGiven, Problem} from '../core/api.js';
import {me, SIGNED_IN} from '../core/session.js';
import {follow} from '../core/stream.js';
import {formatMoment, t, tn} from '../core/texts.js';
import {thumbnail} from '../core/thumbnail.js';
import {
  freeSeatFor, gameName, isOverdue, optionsView, ownState, resultRow, runningRow, seatsView, terms,
} from './game_card.js';
import {asGuest} from './guest.js';
import './guest_button.js';
import {knownFor} from './known.js';

/**
 * @typedef {import('../core/types.js').GameRow} GameRow
 * @typedef {import('../core/types.js').OwnGame} OwnGame
 * @typedef {import('../core/types.js').FinishedGame} FinishedGame
 * @typedef {import('../core/types.js').Me} Me
 */

/** Milliseconds in which changes are collected before a list is read again. */
const DEBOUNCE = 250;
/** Milliseconds after which the lists are read, although their streams are not ready because the lists lag. */
const PATIENCE = 3000;
/** Milliseconds after which the distances of times are shown again. */
const TICK = 30_000;
/** The most running games whose watchers are counted. */
const COUNTED = 100;
const CHANGES = ['opened', 'seat_taken', 'seat_left', 'seat_declined', 'started', 'ended', 'cancelled'];
const OWN_CHANGES = ['asked', 'started', 'ended', 'cancelled', 'invited', 'clock'];

class Lobby extends LudoElement {
  /** @type {Me | null} */
  person = null;
  known = knownFor(this);
  /** @type {Paged<OwnGame>} */
  awaiting = new Paged(this, '/v1/me/games?awaiting=true&limit=50');
  /** @type {Paged<OwnGame>} */
  ownOpen = new Paged(this, '/v1/me/games?status=open&limit=50');
  /** @type {Paged<OwnGame>} */
  ownRunning = new Paged(this, '/v1/me/games?status=running&limit=50');
  /** @type {Paged<GameRow>} */
  open = new Paged(this, '/v1/games?status=open&limit=20');
  /** @type {Paged<GameRow>} */
  running = new Paged(this, '/v1/games?status=running&limit=12');
  /** @type {Paged<FinishedGame>} */
  finished = new Paged(this, '/v1/results?order=desc&limit=10');
  /** Whether all lists were shown. */
  isWhole = false;
  /** Whether it is known who is signed in. */
  isKnown = false;
  /** Whether only open games are listed whose terms the visitor meets. */
  isFitting = false;
  /** @type {Error | null} */
  problem = null;
  /** @type {Date | null} */
  lost = null;
  joining = '';
  /** @type {Map<Paged<any>, ReturnType<typeof setTimeout>>} */
  timers = new Map();
  shown = new AbortController();
  /** @type {ReturnType<typeof setInterval> | undefined} */
  ticks;
  /** @type {import('../core/types.js').Presence | null} How many are here. */
  presence = null;
  #isCounted = false;
  /** The games that wait, as the page was told of last. @type {OwnGame[] | null} */ #listed = null;
  /** Whether the live game is loaded, or will be when it is seen. */ #isLive = false;
  /** Whether its module is there: an element would lose what is set before. */ #hasLive = false;

  async connected() {
    document.addEventListener('visibilitychange', () => this.followGames(), {signal: this.leaving});
    this.ticks = setInterval(() => this.count().finally(() => this.update()), TICK);
    document.addEventListener(SIGNED_IN, () => this.#identify(), {signal: this.leaving});
    await this.#identify();
    this.followGames();
    setTimeout(() => this.#readMissing(), PATIENCE);
    this.update();
  }

  /** Read the lists that are not shown yet. */
  #readMissing() {
    const lists = [...(this.person ? this.own : []), this.open, this.running, this.finished];
    lists.filter((list) => !list.items).forEach((list) => this.reload(list));
  }

  /** Learn who is signed in, and follow the own games of a person who is new here. */
  async #identify() {
    const known = this.person;
    this.person = await me().catch(() => null);
    this.isKnown = true;
    if (this.person && !known) this.followOwn();
    this.update();
  }

  /** Read the own games, and follow their changes. */
  followOwn() {
    const again = () => this.own.forEach((list) => this.reload(list));
    const events = Object.fromEntries(['ready', ...OWN_CHANGES].map((name) => [name, again]));
    follow('/v1/me/stream', {events, isOfRows: true}, this.leaving);
    // the stream says when they are up to date
    this.own.filter(({path}) => isGiven(path)).forEach((list) => this.reload(list));
    setTimeout(() => this.#readMissing(), PATIENCE);
  }

  disconnected() {
    this.shown.abort();
    clearInterval(this.ticks);
    this.timers.forEach((timer) => clearTimeout(timer));
  }

  get own() {
    return [this.awaiting, this.ownOpen, this.ownRunning];
  }

  /** Follow the list of games while the page is visible: a browser has few connections for all its tabs. */
  followGames() {
    this.shown.abort();
    if (document.hidden || !this.isConnected) return;
    this.shown = new AbortController();
    const changed = (/** @type {{game: GameRow}} */ {game}) => this.changed(game);
    const events = Object.fromEntries(CHANGES.map((name) => [name, changed]));
    /** @param {Date | null} since */
    const connection = (since) => {
      this.lost = since;
      if (since && !this.open.items) ready();
      this.update();
    };
    const ready = () => [this.open, this.running, this.finished].forEach((list) => this.reload(list));
    follow('/v1/games/stream', {events: {...events, ready}, connection, isOfRows: true}, this.shown.signal);
  }

  /**
   * Read a list again soon.
   * @param {Paged<any>} list
   */
  reload(list) {
    clearTimeout(this.timers.get(list));
    this.timers.set(list, setTimeout(() => list.reload(), list.items ? DEBOUNCE : 0));
  }

  /**
   * Show a changed game in the list of its status.
   * @param {GameRow} game
   */
  changed(game) {
    for (const list of [this.open, this.running]) {
      if (!list.items) continue;
      const status = list === this.open ? 'open' : 'running';
      const place = list.items.findIndex(({id}) => id === game.id);
      if (game.status !== status) list.items = list.items.filter(({id}) => id !== game.id);
      else if (place >= 0) list.items = list.items.with(place, game);
      else if (list === this.open && this.isFitting) this.reload(list);
      else list.items = [game, ...list.items];
    }
    if (game.status === 'ended') this.reload(this.finished);
    if (this.person && [game.owner, ...game.players, ...game.reserved].includes(this.person.id)) {
      this.own.forEach((list) => this.reload(list));
    }
    this.update();
  }

  /**
   * Take a free seat, and go to the table. Signed out, the visitor becomes a guest first.
   * @param {GameRow | OwnGame} game
   */
  async join(game) {
    if (this.joining) return;
    this.joining = game.id;
    this.problem = null;
    this.update();
    try {
      const person = await asGuest();
      const seat = freeSeatFor(game, person?.id ?? null);
      if (seat === undefined) throw new Error(t('All seats of this game are taken.'));
      await takeSeat(game.id, seat);
      location.assign(`/games/${game.id}`);
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
      if (error instanceof Problem && error.status === 409) this.reload(this.open);
      announce(this.problem.message);
    }
    this.joining = '';
    this.update();
  }

  /** Show all open games, or those whose terms the visitor meets. */
  fit() {
    this.isFitting = !this.isFitting;
    this.open.path = `/v1/games?status=open&limit=20${this.isFitting ? '&terms_met=true' : ''}`;
    this.open.load();
  }

  /** Own games: whose turn first, by due time; then invitations, running and open games. */
  get ownGames() {
    const all = new Map(this.own.flatMap((list) => list.items ?? []).map((game) => [game.id, game]));
    /** @param {OwnGame} game */
    const order = (game) => {
      const group = game.awaiting ? 0 : game.invited || game.may_return ? 1 : game.status === 'running' ? 2 : 3;
      return `${group}${game.due ?? '~'}${game.since ?? '~'}`;
    };
    return [...all.values()].sort((one, other) => (order(one) < order(other) ? -1 : 1));
  }

  view() {
    // what comes later has its place below: nothing that is shown moves
    const parts = [...(this.person || (this.isAwaited && !this.isKnown) ? [this.own] : []), [this.open], [this.running],
      [this.finished]];
    const isThere = (/** @type {Paged<any>} */ {items, problem}) => Boolean(items ?? problem);
    const last = parts.findIndex((lists) => !lists.every(isThere));
    this.isWhole ||= last < 0;
    // once everything was shown, it stays: the lists of a person who signs in here come above it
    const shown = new Set(parts.slice(0, this.isWhole ? undefined : last + 1).flat());
    this.ariaBusy = String(last >= 0);
    return html`
      ${this.lost ? this.lostView(this.lost) : nothing}
      ${this.problem ? problemView(this.problem) : nothing}
      ${shown.has(this.awaiting) ? this.ownView() : nothing}
      ${shown.has(this.open) ? this.openSection() : nothing}
      ${shown.has(this.running) ? html`
      <section aria-labelledby="running-games"><h2 id="running-games">${t('Running games')}</h2>
        <p class="muted presence">${this.presenceText}</p>
        ${pagedView(this.running, (games) => this.runningView(games), t('No game is running.'))}</section>` : nothing}
      ${shown.has(this.finished) ? html`
      <section aria-labelledby="finished-games"><h2 id="finished-games">${t('Finished games')}</h2>
        ${pagedView(this.finished, (games) => html`<ul class="rows">${repeat(games, ({game}) => game,
            (game) => resultRow(game, this.known))}</ul>`, t('No game is finished.'))}
        <p><a href="/results">${t('All results')}</a></p></section>` : nothing}`;
  }

  /** Whether the page was made for a person who is signed in. */
  get isAwaited() {
    return 'own' in this.dataset;
  }

  openSection() {
    return html`<section aria-labelledby="open-games"><h2 id="open-games">${t('Open games')}</h2>
        <label class="pick"><input type="checkbox" .checked=${this.isFitting} @change=${() => this.fit()}>
          <span>${t('Only those that I may join')}</span></label>
        ${pagedView(this.open, (games) => this.openView(games),
            t('No game is open. Open one: bots can take the other seats.'))}
      </section>`;
  }

  /** @param {Date} since */
  lostView(since) {
    const moment = formatMoment(since.toISOString());
    return html`<p class="notice">${t('Not connected, not up to date since {moment}.', {moment})}</p>`;
  }

  ownView() {
    const games = this.ownGames;
    const isLoaded = this.own.every((list) => list.items);
    const missing = this.own.find((list) => list.next);
    const problem = this.own.find((list) => list.problem);
    if (problem?.problem) return problemView(problem.problem, () => problem.again());
    return html`<section aria-labelledby="own-games"><h2 id="own-games">${t('Your games')}</h2>
      ${!isLoaded && !games.length ? skeleton() : ''}
      ${!games.length && isLoaded
        ? html`<p class="muted">${t('You are in no game. Join one below, or open a new game.')}</p>` : ''}
      <ul class="cards">${repeat(games, ({id}) => id, (game) => html`
        <li class="card ${game.awaiting || game.invited ? 'mine' : ''}">
          <h3><a href="/games/${game.id}">${thumbnail(game, game.id, game.players.length)}
            <span>${gameName(game, this.known)}</span></a></h3>
          <p class="state">${ownState(game)}</p>${seatsView(game, this.person?.id ?? null)}
          ${game.invited ? html`<p class="actions">${this.joinButton(game)}</p>` : ''}</li>`)}</ul>
      ${missing ? html`<p><button type="button" @click=${() => missing.more()}>${t('More')}</button></p>` : ''}
    </section>`;
  }

  /** How many players are here, and how many watch. */
  get presenceText() {
    if (!this.presence) return '';
    const {players, watchers} = this.presence;
    return [tn('{number} player is here', '{number} players are here', players),
      tn('{number} watching', '{number} watching', watchers)].join(' · ');
  }

  /** Read how many are here, while the page is visible and its running games are known. */
  async count() {
    if (document.hidden || !this.running.items) return;
    const games = this.running.items.map(({id}) => id).slice(0, COUNTED).join(',');
    this.presence = await get(`/v1/presence${games && `?games=${games}`}`, {signal: this.leaving}).catch(() => null);
    this.update();
  }

  /** @param {GameRow[]} games */
  openView(games) {
    const own = this.person?.id ?? null;
    // a table of a tournament that waits for its own players after its start is of no use to others
    const isLate = (/** @type {GameRow} */ game) => isOverdue(game) && freeSeatFor(game, own) === undefined;
    const isOwn = (/** @type {GameRow} */ {players, reserved}) => own && [...players, ...reserved].includes(own);
    const others = games.filter((game) => !isOwn(game) && !isLate(game));
    if (!others.length) return html`<p class="muted">${t('No other game is open.')}</p>`;
    return html`<ul class="cards">${repeat(others, ({id}) => id, (game) => {
      if (game.profile === null) this.known.need(game.ruleset);
      return html`<li class="card">
        <h3><a href="/games/${game.id}">${thumbnail(game, game.id, game.players.length)}
          <span>${gameName(game, this.known)}</span></a></h3>
        ${terms(game, this.known)}${seatsView(game, own)}${optionsView(game, this.known)}
        <p class="actions">${this.joinButton(game)}</p></li>`;
    })}</ul>`;
  }

  /** @param {GameRow | OwnGame} game */
  joinButton(game) {
    const seat = freeSeatFor(game, this.person?.id ?? null);
    if (seat === undefined) return html`<span class="muted">${t('No free seat')}</span>`;
    const name = gameName(game, this.known);
    return html`<button type="button" aria-disabled=${this.joining !== ''} @click=${() => this.join(game)}
      aria-label=${this.person ? t('Join: {name}', {name}) : t('Join as a guest: {name}', {name})}>
      ${this.person ? t('Join') : t('Join as a guest')}</button>`;
  }

  /** @param {GameRow[]} games */
  runningView(games) {
    const own = this.person?.id ?? null;
    const isPublic = games.some(({visibility}) => visibility === 'public');
    const name = (/** @type {GameRow} */ game) => gameName(game, this.known);
    const watchers = new Map(this.presence?.games.map((each) => [each.game, each.watchers]));
    return html`${isPublic ? html`<div class="live">${this.#hasLive
        ? html`<ludo-live .name=${name} .games=${games}></ludo-live>` : nothing}</div>` : nothing}
      <ul class="rows">${repeat(games, ({id}) => id, (game) => runningRow(
        game, this.known, own, watchers.get(game.id)))}</ul>`;
  }

  rendered() {
    if (this.awaiting.items !== this.#listed) {
      this.#listed = this.awaiting.items;
      // their number in the head comes of the same list
      document.dispatchEvent(new Event('waiting-listed'));
    }
    if (this.running.items && !this.#isCounted) {
      this.#isCounted = true;
      void this.count();
    }
    const live = this.querySelector('.live');
    if (!live || this.#isLive) return;
    this.#isLive = true;
    // the board of the live game is loaded where it is seen
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some(({isIntersecting}) => isIntersecting)) return;
      seen.disconnect();
      import('./live.js').then(() => {
        this.#hasLive = true;
        this.update();
      }, () => {});
    });
    seen.observe(live);
  }
}

define('ludo-lobby', Lobby);
