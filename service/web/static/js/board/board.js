// The board of a game: its picture, the pieces of a view, legal targets, and the same as a grid for the keyboard.

import {html, nothing, render} from '../../vendor/lit-html/lit-html.js';
import {Problem} from '../core/api.js';
import {BatchedElement, define, nextTask} from '../core/element.js';
import {formatNumber, t} from '../core/texts.js';
import {equipped, seatedIn, styled} from './loader.js';
import {rackView} from './rack.js';
import {toolsView} from './tools.js';

/** @typedef {import('../core/types.d.ts').Game} Game */
/** @typedef {import('./types.d.ts').Piece} Piece */
/** @typedef {import('./grid.js').Cell} Cell */
/** @typedef {import('./loader.js').Equipment} Equipment */
/** @typedef {import('./targets.js').Ring} Ring */

/** Milliseconds after which the board is loaded again if the service did not answer. */
const RETRY = 5_000;
/** Milliseconds after which a board that is shown names rows and neighbours of its grid. */
const IDLE = 1_500;

export class Board extends BatchedElement {
  /** @type {Game | null} */ #game = null;
  /** The view of the API, of any title. @type {any} */
  #view = null;
  /** @type {string[]} */ #targets = [];
  /** @type {string[]} */ #chosen = [];
  /** @type {Map<string, number>} */ #changed = new Map();
  /** @type {import('./types.d.ts').Traces | null} */ #traces = null;
  /** @type {{version: number, last: number} | null} */ #past = null;
  /** @type {Equipment | null} */ #with = null;
  /** @type {Piece[]} */ #pieces = [];
  /** The number of the last change: rings of a new change fade again. */
  #serial = 0;
  /** What is loaded: title, data set and number of seats. */
  #loaded = '';
  /** The players whose names the board has. */
  #seated = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #retry;
  #isFocused = false;
  /** Whether the picture enters the page, and is hidden. */
  #isEntering = false;
  /** The grid whose rows and neighbours have names. @type {import('./grid.js').Grid | null} */ #explained = null;
  /** @type {any} */ #shown = null;
  /** Whether pieces have been shown. */
  #hasPieces = false;
  /** @type {string[]} */ #revealed = [];
  /** Whether pieces move; the property `animate`. */
  isAnimated = true;

  get game() { return this.#game; }
  set game(game) { this.#game = game; this.#load(); }
  get view() { return this.#view; }
  set view(view) { this.#view = view; this.update(); }
  get targets() { return this.#targets; }
  set targets(ids) { this.#targets = ids ?? []; this.update(); }
  get chosen() { return this.#chosen; }
  set chosen(ids) { this.#chosen = ids ?? []; this.update(); }
  get changed() { return this.#changed; }
  set changed(seats) {
    // lit-html sets objects at each rendering, also those that are the same
    if (seats === this.#changed) return;
    this.#changed = seats ?? new Map();
    this.#serial++;
    this.update();
  }
  get traces() { return this.#traces; }
  set traces(traces) { this.#traces = traces; this.update(); }
  get past() { return this.#past; }
  set past(past) { this.#past = past; this.update(); }

  connected() {
    const signal = this.leaving;
    styled();
    this.#upgrade();
    this.addEventListener('keydown', (event) => this.#pressedKey(event), {signal});
    this.addEventListener('focusin', (event) => this.#focused(event.target), {signal});
    this.addEventListener('focusout', () => this.#focused(null), {signal});
    const theme = new MutationObserver(() => this.#takeTheme());
    theme.observe(document.documentElement, {attributeFilter: ['data-theme']});
    signal.addEventListener('abort', () => theme.disconnect());
    this.#load();
  }

  /** Take properties that were set before the element was defined. */
  #upgrade() {
    for (const name of Object.keys(this).filter((key) => key in Board.prototype)) {
      const value = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }

  disconnected() {
    clearTimeout(this.#retry);
    this.#loaded = '';
  }

  /**
   * Return the name of a place, with what is printed on it; null if there is no such place.
   * @param {string} id
   */
  nameOf(id) {
    const key = this.#with?.grid.keyOf(id);
    return key ? this.#with?.grid.cell(key)?.name ?? null : null;
  }

  /** The symbols of the pieces of the title, by kind. */
  get drawings() {
    return this.#with?.title.SYMBOLS ?? {};
  }

  /** Return what a piece is called, by its id. @param {string} id */
  labelOf(id) {
    return this.#pieces.find((piece) => piece.id === id)?.label ?? '';
  }

  /** Focus the current cell of the grid. */
  focusGrid() {
    /** @type {HTMLElement | null} */
    const cell = this.querySelector('[role=gridcell][tabindex="0"]');
    cell?.focus({preventScroll: true});
  }

  /** @param {number} step 1 or -1 */
  nextTarget(step) {
    this.#jump(step, ({ids}) => ids.some((id) => this.#targets.includes(id)));
  }

  /** @param {number} step 1 or -1 */
  ownPieces(step) {
    const own = this.#ownSeat();
    if (own !== null) this.#jump(step, (cell) => this.#with?.grid.holds(cell, own) ?? false);
  }

  /**
   * @param {number} step
   * @param {(cell: Cell) => boolean} isWanted
   */
  #jump(step, isWanted) {
    if (!this.#with?.grid.jump(step, isWanted)) return;
    this.#draw();
    this.focusGrid();
  }

  async #load() {
    const game = this.#game;
    if (!game || !this.isConnected) return;
    const wanted = `${game.ruleset} ${game.data_set} ${game.seats.length}`;
    if (wanted === this.#loaded) {
      this.#takeNames();
      this.update();
      return;
    }
    this.#loaded = wanted;
    this.#seated = seatedIn(game);
    const loaded = await equipped(game).catch((error) => {
      if (!(error instanceof Problem)) throw error;
      // until then, the board counts as loaded
      this.#retry = setTimeout(() => {
        this.#loaded = '';
        void this.#load();
      }, RETRY);
      return null;
    });
    const isLeft = () => this.#loaded !== wanted || !this.isConnected;
    if (!loaded || isLeft()) return;
    [this.#with, this.#isEntering] = [loaded, true];
    this.#takeNames();
    this.#shown = null;
    this.#draw();
    const frame = /** @type {HTMLElement | null} */ (this.querySelector('.board-frame'));
    if (frame) loaded.scene?.enter(frame, this.leaving);
    this.#takeTheme();
    await nextTask();
    this.#isEntering = false;
    if (isLeft()) return;
    this.draw();
    loaded.scene?.appear();
    this.dispatchEvent(new CustomEvent('ready', {bubbles: true}));
    // not before what a person waits for; the focus may come earlier
    setTimeout(() => (window.requestIdleCallback ?? setTimeout)(() => this.#explain()), IDLE);
  }

  /** Name the rows of the grid, and what lies beside its cells, once for each grid. */
  #explain() {
    const {grid} = this.#with ?? {};
    if (!grid || this.#explained === grid) return;
    this.#explained = grid;
    this.#with?.explain().then(() => this.update(), () => {
      this.#explained = null;
    });
  }

  /** Take the names of players who have come or left since the board was loaded. */
  #takeNames() {
    const game = /** @type {Game} */ (this.#game);
    if (!this.#with || this.#seated === seatedIn(game)) return;
    this.#seated = seatedIn(game);
    this.#with.rename(game.seats);
    if (this.#explained) this.#explain();
    this.#shown = null;
  }

  draw() {
    if (!this.#with || !this.#view || this.#isEntering) return;
    const {title, names, scene, grid} = this.#with;
    const view = this.#view;
    if (view !== this.#shown) {
      this.#shown = view;
      this.#pieces = labelled(view, title, this.#seatNames(), names);
      scene?.show(this.#pieces, view.pieces?.closed ?? [], this.isAnimated);
      this.#tellPieces();
    }
    grid.fill(this.#pieces, this.#targets, this.#chosen, names.piece);
    this.#draw();
    this.#ring();
    if (!scene) return;
    scene.trace(this.#traces);
    title.react?.(scene.svg, [...this.#targets, ...this.#chosen]);
    const pinning = title.pin?.(scene, view, this.#ownSeat());
    // when all is chosen that can be, the board stays where it is until the answer is sent
    const revealed = this.#targets.length || !this.#chosen.length ? this.#targets : this.#revealed;
    if (revealed.join() === this.#revealed.join()) return;
    this.#revealed = revealed;
    // a section that is about to be pinned needs no move
    if (pinning) pinning.finally(() => scene.reveal(this.#revealed));
    else scene.reveal(revealed);
  }

  /** Tell the page when there are pieces first. */
  #tellPieces() {
    if (this.#hasPieces || !this.#pieces.length) return;
    this.#hasPieces = true;
    this.dispatchEvent(new CustomEvent('pieces', {bubbles: true}));
  }

  #ring() {
    const serial = this.#serial;
    const chosen = new Set(this.#chosen);
    const targets = this.#targets.filter((id) => !chosen.has(id));
    const cell = this.#isFocused ? this.#current() : null;
    const own = this.#past ? null : this.#ownSeat();
    this.#with?.scene?.ring([
      // what others have changed stays until the player acts
      ...[...this.#changed].map(([id, seat]) => /** @type {[string, Ring]} */ (
        [id, own === null || seat === own ? {kind: 'changed', seat, serial} : {kind: 'kept', seat}])),
      ...targets.map((id) => /** @type {[string, Ring]} */ ([id, {kind: 'target'}])),
      ...this.#chosen.map((id) => /** @type {[string, Ring]} */ ([id, {kind: 'chosen'}])),
      ...(cell ? [/** @type {[string, Ring]} */ ([cell.ids[0], {kind: 'focus'}])] : []),
    ]);
  }

  #draw() {
    if (!this.#with) return;
    const {title, names, scene, grid} = this.#with;
    const groups = this.#view ? (title.rack?.(this.#view, this.#seatNames(), names) ?? []) : [];
    const state = {
      targets: new Set(this.#targets),
      chosen: new Set(this.#chosen),
      focused: this.#isFocused ? this.#current()?.ids[0] : undefined,
      drawings: title.SYMBOLS,
      pick: (/** @type {string} */ id) => this.#pick(id),
    };
    const clicked = (/** @type {MouseEvent} */ event) => this.#clicked(event);
    render(
      html`
      ${rackView(groups, state)}${this.#pastView()}
      ${scene ? html`<div class="board-frame" @click=${clicked}>${scene.svg}</div>
        ${toolsView(this.#with, this.#ownSeat())}` : nothing}
      <div class="visually-hidden board-grid">${grid.rows.length ? grid.view() : nothing}</div>`,
      this,
    );
  }

  #pastView() {
    if (!this.#past) return nothing;
    return html`<div class="board-past"><span>${t('Version {version} of {last}', this.#past)}</span></div>`;
  }

  #current() {
    return this.#with?.grid.cell(this.#with.grid.current) ?? null;
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const id = this.#with?.scene?.pressed(event, this);
    if (id) this.#pick(id);
  }

  /** @param {string} id */
  #pick(id) {
    this.dispatchEvent(new CustomEvent('pick', {detail: {id}, bubbles: true}));
  }

  /** @param {KeyboardEvent} event */
  #pressedKey(event) {
    const {key, altKey, ctrlKey, metaKey, target} = event;
    if (altKey || metaKey || !(target instanceof HTMLElement) || target.matches('input, select, textarea')) return;
    if (!ctrlKey && this.#with?.scene?.zoomKey(key)) return event.preventDefault();
    if (target.role !== 'gridcell') return;
    if (key === 'Enter' || key === ' ') {
      event.preventDefault();
      const cell = this.#current();
      const id = cell && this.#with?.grid.pickOf(cell);
      if (id) this.#pick(id);
    } else if (this.#with?.grid.move(event)) {
      event.preventDefault();
      this.#draw();
      this.focusGrid();
    }
  }

  /** @param {EventTarget | null} target */
  #focused(target) {
    const key = target instanceof HTMLElement ? target.dataset['key'] : undefined;
    this.#isFocused = key !== undefined;
    const {grid, scene} = this.#with ?? {};
    const cell = key === undefined ? null : grid?.cell(key);
    if (grid && cell) {
      this.#explain();
      grid.current = cell.key;
      const spot = scene?.spot(cell.ids[0] ?? '');
      if (spot) scene?.camera?.reveal(spot.x, spot.y);
    }
    this.#ring();
    // what lies near the board is marked there
    this.update();
  }

  #seatNames() {
    return (this.#game?.seats ?? []).map((_, seat) => this.#with?.names.seat(seat) ?? '');
  }

  /** The seat of the viewer, which the view names, or null. */
  #ownSeat() {
    const [, seat] = /^seat:(\d+)$/.exec(this.#view?.viewer ?? '') ?? [];
    return seat === undefined ? null : Number(seat);
  }

  #takeTheme() {
    const {theme} = document.documentElement.dataset;
    const svg = this.#with?.scene?.svg;
    if (theme) svg?.setAttribute('data-theme', theme);
    else svg?.removeAttribute('data-theme');
  }
}

// `animate` is a method of all elements; on a board it says whether pieces move
Object.defineProperty(Board.prototype, 'animate', {
  get() { return this.isAnimated; },
  set(isAnimated) { this.isAnimated = isAnimated; },
});

/**
 * Return the pieces of a view, with names and figures in the language of the page.
 * @param {{pieces?: {items: import('../core/types.d.ts').StandingPiece[]}}} view
 * @param {import('./types.d.ts').TitleModule} title
 * @param {string[]} seats names
 * @param {import('./types.d.ts').Names} names
 * @returns {Piece[]}
 */
function labelled(view, title, seats, names) {
  return (view.pieces?.items ?? []).map((piece) => ({
    ...piece,
    text: /^\d+\.\d+$/.test(piece.text) ? formatNumber(Number(piece.text)) : piece.text,
    label: title.label?.(piece, view, seats, names) ?? names.piece(piece.kind),
  }));
}

define('ludo-board', Board);
