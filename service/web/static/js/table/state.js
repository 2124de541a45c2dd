// The state of a table: the log as this viewer sees it. Nothing is shown before it is in the log.

import {get, Problem, send} from '../core/api.js';
import {me} from '../core/session.js';
import {wordsOf} from '../core/words.js';
import {eventsAddress, FIRST, gameAddress, partAddress} from './addresses.js';
import {markedBy, openOf, toYou} from './batches.js';
import {followGame} from './following.js';

/** @typedef {import('../core/types.js').Awaiting} Awaiting */
/** @typedef {import('../core/types.js').Command} Command */
/** @typedef {import('../core/types.js').Game} Game */
/** @typedef {import('../core/types.js').Me} Me */
/** @typedef {import('../core/types.js').Result} Result */
/** @typedef {import('../core/types.js').Ruleset} Ruleset */
/** @typedef {import('../core/types.js').SeenEvent} SeenEvent */
/** @typedef {import('../core/types.js').Words} Words */
/** @typedef {Record<string, any>} View The view of a title: its fields depend on the title. */
/** @typedef {import('./batches.js').Asked} Asked */
/**
 * @typedef {{version: number, at: string, type: string, seat: number | null, cause: number, data: unknown}} ShownRecord
 */
/** @typedef {{record: ShownRecord, text?: string | undefined}} ShownEvent */
/** @typedef {{version: number, last: number, events: ShownEvent[]}} Past The version of the past that is shown. */

/** How many events are read with each press on "earlier". */
const PAGE = 200;
/** Milliseconds that a view waits for the events that have led to it. */
const PATIENCE = 1_000;

/** Fires `change`, `added` with events (`detail`: SeenEvent[]), `talk` with a message, `order`, `connected`. */
export class TableState extends EventTarget {
  /** @type {Game | null} */ game = null;
  /** @type {View | null} The view of the last version. */
  live = null;
  /** @type {View | null} The view that is shown: `live`, or one of the past. */
  view = null;
  /** @type {Past | null} */ past = null;
  /** @type {Words | null} */ words = null;
  /** @type {Ruleset | null} */ ruleset = null;
  /** @type {Result | null} */ result = null;
  /** @type {Me | null} */ person = null;
  /** @type {SeenEvent[]} Events in order, without gaps, up to the last. */
  events = [];
  /** @type {Asked[]} The open decisions, by seat. */
  asked = [];
  /** @type {string | null} The decision that can be taken back. */
  takeBack = null;
  /** @type {Problem | null} Why the game cannot be shown. */
  problem = null;
  /** @type {Map<string, string>} Until when players are away who have said so. */ away = new Map();
  /** @type {boolean} Whether a change is being sent. */
  isSending = false;
  /** @type {Map<string, number>} What changed last: id to the seat that changed it. */
  changed = new Map();
  /** Whether `view` stays behind `live`: what others have done is shown step by step. */
  isHeld = false;
  /** Whether what others do is shown step by step now: a view that comes before its events waits for them. */
  isPaced = () => false;

  /** @type {ReturnType<typeof setTimeout> | undefined} Until when the view waits for its events. */ #late;
  /** @type {Date | null} Since when the stream is lost. */ #cut = null;
  /** @type {Date | null} Since when a change cannot be sent. */ #unsent = null;
  #signal = new AbortController().signal;
  /** @type {Promise<void> | null} */ #reading = null;
  #isStale = false;
  #isGameStale = true;
  /** @type {Awaiting | null} */ #awaiting = null;
  /** The version of the decisions that were read last. */ #decided = -1;

  /**
   * @param {string} id
   * @param {string | null} as The viewer, if it is not that of the person.
   */
  constructor(id, as = null) {
    super();
    this.id = id;
    this.as = as;
    this.path = gameAddress(id);
  }

  /** The own seat; null for a spectator. */
  get seat() {
    const [kind, seat] = String(this.live?.['viewer'] ?? '').split(':');
    if (kind === 'seat') return this.as ? null : Number(seat);
    if (this.as || this.game?.status === 'running') return null;
    return this.game?.seats.find((one) => this.person && one.player === this.person.id)?.seat ?? null;
  }

  /** Since when the connection is lost; null: it is there. */
  get lost() { return this.#cut ?? this.#unsent; }

  /** Whether the person plays here, or has played. */
  get hasPlayed() {
    const {game, person} = this;
    return person !== null && Boolean(game?.seats.some(({player, resigned_player: resigned}) => {
      return player === person.id || resigned === person.id;
    }));
  }

  get isOwner() { return this.person !== null && this.game?.owner === this.person.id; }

  /** The open decision of the own seat, with its choices. */
  get own() {
    const {seat} = this;
    return seat === null ? null : this.asked.find((one) => one.seat === seat && one.choices) ?? null;
  }

  /** The events up to the version that is shown: all that are known, or some of the past. @returns {ShownEvent[]} */
  get shownEvents() { return this.past?.events ?? this.events; }

  /** The version of the last known event. */
  get version() {
    return this.events.at(-1)?.record.version ?? this.game?.version ?? 0;
  }

  /** Whether the game lets the person take decisions back. */
  get canTakeBack() { return this.seat !== null && Boolean(this.game?.take_back); }

  /** Whether the view that is shown waits for events, or for the steps of others. */
  get isBehind() { return !this.past && (this.isHeld || this.view !== this.live); }

  get isOver() { return this.game?.status === 'ended' || this.game?.status === 'abandoned'; }

  /**
   * Return the name of the phase of a view. A ruling may end a game in the middle of a round: it is over all the same.
   * @param {Record<string, any> | null} view
   */
  phaseOf(view) {
    return this.isOver && !this.past ? 'over' : view?.['phase_name'];
  }

  /**
   * Read the game, and follow it until the signal aborts.
   * @param {AbortSignal} signal
   * @param {boolean} [isPast] Whether a version of the past is shown first.
   */
  async load(signal, isPast = false) {
    this.#signal = signal;
    try {
      [this.game, this.person] = await Promise.all([get(this.path, {signal}), me().catch(() => null)]);
      this.#isGameStale = false;
      const {ruleset, status} = /** @type {Game} */ (this.game);
      [this.words, this.ruleset] = await Promise.all([
        wordsOf(ruleset),
        status === 'open' ? get(`/v1/rulesets/${ruleset}`, {signal}) : null,
        // the replay of a finished game has events of its own
        this.isOver && isPast ? null : this.earlier(FIRST),
        this.refresh(),
      ]);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      this.problem = error;
    }
    if (this.seat !== null && !this.isOver) this.changed = markedBy(this.events, this.seat);
    this.emit();
    if (!this.game || this.problem || this.isOver) return;
    followGame(this, signal);
  }

  emit() { this.dispatchEvent(new Event('change')); }

  /** Read events before the first known one. */
  async earlier(count = PAGE) {
    const first = this.events[0]?.record.version ?? (this.game?.version ?? 0) + 1;
    if (first <= 1) return;
    const found = await get(eventsAddress(this.path, this.as, first - 1, count), {signal: this.#signal});
    const known = this.events[0]?.record.version ?? Infinity;
    const items = /** @type {SeenEvent[]} */ (found.items).map(toYou);
    this.events = [...items.filter(({record}) => record.version < known), ...this.events];
    this.emit();
  }

  /**
   * Add events that follow the known ones, and ignore the others.
   * @param {SeenEvent[]} events
   */
  add(events) {
    const added = events.filter(({record}) => record.version > this.version).map(toYou);
    if (!added.length || added[0]?.record.version !== this.version + 1) return;
    this.events = [...this.events, ...added];
    this.changed = markedBy(added, this.seat, this.changed);
    this.#isGameStale ||= added.some(({record}) => !record.type.startsWith(`${this.game?.ruleset}.`));
    if (this.past) this.past = {...this.past, last: this.version};
    this.dispatchEvent(new CustomEvent('added', {detail: added}));
    if (this.live?.['version'] <= this.version) this.#catchUp();
  }

  /** Show the last view, unless something else is shown. */
  #catchUp() {
    clearTimeout(this.#late);
    this.#late = undefined;
    if (!this.past && !this.isHeld) this.view = this.live;
  }

  /** Show the view that was read, or let it wait for its events: what others have done is shown step by step. */
  #showRead() {
    const isEarly = this.view !== null && this.live?.['version'] > this.version;
    if (!isEarly || !this.isPaced()) return this.#catchUp();
    this.#late ??= setTimeout(() => {
      this.#catchUp();
      this.emit();
    }, PATIENCE);
  }

  /**
   * Take the open decisions that the stream sends after a batch; they are shown together with the view.
   * @param {Awaiting | null} awaiting
   */
  async arrived(awaiting) {
    this.#awaiting = awaiting;
    // a stream begins with the version that the page has just read
    const known = this.#reading || this.#isGameStale ? -1 : this.live?.['version'];
    const isNew = awaiting?.version !== known || (this.canTakeBack && this.#decided !== known);
    if (!awaiting || isNew) return this.refresh();
    this.asked = openOf(awaiting);
    this.emit();
  }

  /** Read game, view and decisions. A call during a request leads to one more request. */
  refresh() {
    this.#isStale = true;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = null;
      this.emit();
    });
    return this.#reading;
  }

  async #readAll() {
    while (this.#isStale && !this.#signal.aborted) {
      this.#isStale = false;
      try {
        await this.#read();
      } catch (error) {
        this.#isGameStale = true;
        // who has called meanwhile gets the answer to a request of its own
        if (!this.#isStale || this.#signal.aborted) throw error;
      }
    }
  }

  async #read() {
    const isGameStale = this.#isGameStale;
    this.#isGameStale = false;
    const reading = isGameStale ? get(this.path, {signal: this.#signal}) : /** @type {Game} */ (this.game);
    // before the start there is no view: the status of the game shows whether it has started
    if (this.game?.status === 'open') this.game = await reading;
    const isRunning = this.game?.status === 'running';
    const needsDecisions = isRunning && (!this.#awaiting || this.canTakeBack);
    const wasOver = this.isOver;
    const [game, view, decisions, result] = await Promise.all([
      reading,
      isRunning || this.game?.status === 'ended' ? this.#readPart('view') : null,
      needsDecisions ? this.#readPart('decisions') : null,
      wasOver ? this.#readResult() : null,
    ]);
    this.#isGameStale ||= game.clock !== null || game.paused_until !== null;
    this.game = game;
    this.live = view;
    this.#showRead();
    this.asked = decisions?.items ?? (this.#awaiting ? openOf(this.#awaiting) : []);
    this.#decided = decisions?.version ?? -1;
    this.takeBack = decisions?.take_back ?? null;
    this.result = wasOver ? result : await this.#readResult();
  }

  /** Read the result of a game that is over; an imported one has none. */
  #readResult() {
    return this.isOver && !this.game?.foreign ? this.#readPart('result') : null;
  }

  /**
   * Read a part of the game; null if it does not exist before the start, or in a game that is not over.
   * @param {'view' | 'decisions' | 'result'} part
   */
  async #readPart(part) {
    try {
      return await get(partAddress(this.path, part, part === 'result' ? null : this.as), {signal: this.#signal});
    } catch (error) {
      if (error instanceof Problem && error.status === 409) return null;
      throw error;
    }
  }

  /**
   * Send a change of the game, after the one that is being sent. A lost answer is repeated with the same key.
   * @param {'POST' | 'PUT' | 'DELETE'} method
   * @param {string} part
   * @param {unknown} [body]
   * @param {string} [key] The idempotency key, if it repeats a change.
   */
  async change(method, part, body, key) {
    while (this.isSending) await new Promise((sent) => this.addEventListener('change', sent, {once: true}));
    this.isSending = true;
    this.emit();
    try {
      const reply = await send(method, `${this.path}/${part}`, body, {lost: () => this.#isUnsent(), ...(key && {key})});
      if (reply?.receipt) this.add(reply.events);
      // a reply is at least as new as the last open decisions of the stream
      this.#awaiting = null;
      this.#isGameStale ||= part !== 'commands';
      return reply;
    } finally {
      await this.refresh().catch(() => {});
      this.isSending = false;
      this.#unsent = null;
      this.emit();
    }
  }

  #isUnsent() {
    this.#unsent ??= new Date();
    this.emit();
  }

  /** Answer the own decision. @param {Command | Record<string, unknown>} command @param {string} key */
  answer(command, key) { return this.change('POST', 'commands', {decision: this.own?.id, command}, key); }

  /**
   * Show a view of the past.
   * @param {View | null} view
   * @param {number} version
   * @param {ShownEvent[]} events The last events up to this version.
   */
  show(view, version, events) {
    this.isHeld = false;
    this.view = view;
    this.past = {version, last: this.version, events};
    this.emit();
  }

  /** Show what others have done at once. */
  release() {
    this.isHeld = false;
    if (!this.past) this.view = this.live;
    this.emit();
  }

  /** Show the present again. */
  showLive() {
    this.past = null;
    this.isHeld = false;
    this.view = this.live;
    if (!this.events.length) this.earlier(FIRST).catch(() => {});
    this.emit();
  }

  /** @param {Date | null} since */
  connection(since) {
    const isBack = this.#cut && !since;
    this.#cut = since;
    if (isBack) this.refresh().catch(() => {});
    this.emit();
  }
}
