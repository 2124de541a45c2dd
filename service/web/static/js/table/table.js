// The table of a game, to play, watch and replay: the board, the open question, the players and the history.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {forgetBegun, invitation, offline} from '../core/api.js';
import {define, LudoElement, painted} from '../core/element.js';
import {formatTime, t} from '../core/texts.js';
import {tournamentIn} from '../core/tournament_tag.js';
import {Alerts, lastText} from './alerts.js';
import {Answer} from './answer.js';
import './history.js';
import {listen} from './keys.js';
import {look} from './look.js';
import './menu.js';
import {Others} from './others.js';
import './players.js';
import '../replay/replay.js';
import {versionOf} from './addresses.js';
import {asSeen} from './batches.js';
import {TableState} from './state.js';

/** @typedef {import('./keys.js').Board} Board */
/** @typedef {import('../replay/replay.js').Replay} Replay */
/** @typedef {import('../replay/replay.js').Shown} Shown */

/** What is loaded when it is first shown: most pages need one of those that take the place of the question. */
const PARTS = {
  board: () => import('../board/board.js'),
  course: () => import('./course.js'),
  finished: () => import('./finished.js'),
  missing: () => import('../core/missing.js'),
  notes: () => import('./notes.js'),
  opening: () => import('./opening.js'),
  // some questions show a choice from the beginning
  question: () => Promise.all([import('./question.js'), import('./chosen.js').catch(() => null)]),
  talk: () => import('./talk.js'),
};

/** Whether the panels lie below the board. */
const narrow = matchMedia('(max-width: 999px)');

class Table extends LudoElement {
  /** @type {TableState} */ state = /** @type {any} */ (null);
  /** @type {Answer} */ answer = /** @type {any} */ (null);
  /** @type {Alerts} */ alerts = /** @type {any} */ (null);
  /** @type {Others} */ others = /** @type {any} */ (null);
  /** @type {string} What was refused last, outside of answers. */ refusal = '';
  /** @type {Shown | null} The version of the past that is shown. */ shown = null;
  /** Whether the past of the address is still being read: the board does not show the present before it. */
  isOpening = false;
  /** @type {{[Name in keyof typeof PARTS]?: any}} The parts that are loaded; null: it is being loaded. */ #parts = {};
  /** How many messages are not read. */ unread = 0;
  /** Whether the panel of talk is opened once it is there. */ #opensTalk = false;
  /** Whether the board is being loaded, or is there. */ #hasBoard = false;
  /** Whether what had the focus has gone, and the heading that takes it is not there yet. */ #isLost = false;
  /** @type {Promise<import('./explain.js').Explainer> | undefined} */ #explainer;

  connected() {
    const options = {signal: this.leaving};
    const query = new URLSearchParams(location.search);
    this.state = new TableState(this.dataset['game'] ?? '', query.get('as'));
    this.answer = new Answer(this.state);
    this.alerts = new Alerts(this.state, this.leaving);
    this.others = new Others(this.state, () => this.update(), this.leaving);
    narrow.addEventListener('change', () => this.update(), options);
    this.state.addEventListener('change', () => this.update(), options);
    this.answer.addEventListener('change', () => this.update(), options);
    this.state.addEventListener('refused', (event) => this.#refused(/** @type {CustomEvent} */ (event)), options);
    this.state.addEventListener('talk', () => this.#part('talk'), options);
    // what is written before the stream of messages begins is counted by the service
    this.state.addEventListener('connected', () => this.#look(), options);
    this.addEventListener('refused', (event) => this.#refused(/** @type {CustomEvent} */ (event)), options);
    this.addEventListener('version', (event) => this.visit(/** @type {CustomEvent<number>} */ (event).detail), options);
    this.addEventListener('present', () => this.visit(null), options);
    this.addEventListener('show', (event) => this.#show(/** @type {CustomEvent<Shown>} */ (event).detail), options);
    this.addEventListener('live', () => this.#show(null), options);
    this.addEventListener('pieces', () => this.#takeOver(), options);
    this.addEventListener('room', () => this.update(), options);
    this.addEventListener('help', () => this.#help(), options);
    this.addEventListener('click', (event) => this.#rule(event), options);
    window.addEventListener('popstate', () => {
      const [at, replay] = [versionOf(location.search), this.#replay()];
      // another fragment is no other version
      if (at !== null || replay?.isOpen) void replay?.goTo(at);
    }, options);
    for (const type of ['pointerover', 'pointerdown', 'keydown']) {
      document.addEventListener(type, (event) => this.#explain(event), {...options, once: true});
    }
    listen(this.state, {
      board: () => this.#board(),
      search: () => this.#search(),
      undo: () => this.answer.undo(),
      again: () => void this.#again(),
      told: () => this.others.load().then(({text}) => announce(text), () => {}),
      help: () => this.#help(),
    }, this.leaving);
    void this.#load();
  }

  async #load() {
    const at = versionOf(location.search);
    this.isOpening = at !== null;
    await this.state.load(this.leaving, this.isOpening);
    if (at !== null) await this.#replay()?.goTo(at);
    this.isOpening = false;
    forgetBegun();
    this.update();
    // no stream begins there
    if (this.state.isOver || invitation() !== null) this.#look();
    if (new URLSearchParams(location.search).has('first')) this.#coach().catch((detail) => this.#refused({detail}));
  }

  /** Explain symbols from the first movement or key on. @param {Event} event */
  #explain(event) {
    if (this.#explainer) return;
    const explainer = import('./explain.js').then(({Explainer}) => new Explainer(this, this.state, this.leaving));
    this.#explainer = explainer;
    explainer.then((one) => one.begin(event), () => {});
    // the click of the first tap may come before the module
    let isPick = false;
    this.addEventListener('pick', () => { isPick = true; }, {once: true});
    this.addEventListener('click', (click) => {
      if (!isPick) explainer.then((one) => one.tapped(click), () => {});
    }, {once: true});
  }

  async #coach() {
    const {Coach} = await import('./coach.js').catch(offline);
    await new Coach(this.state, this.answer, this.leaving).begin();
  }

  /**
   * Show a version, and make it the address of the page; null: the present.
   * @param {number | null} version
   */
  visit(version) {
    const url = new URL(location.href);
    if (version === null) url.searchParams.delete('at');
    else url.searchParams.set('at', String(version));
    // with the answer in preparation
    history.pushState(history.state, '', url);
    void this.#replay()?.goTo(version);
  }

  /** @param {Shown | null} shown The version of the past, or null: the present. */
  #show(shown) {
    this.shown = shown;
    this.isOpening = false;
    // others have no notes
    if (shown && this.state.hasPlayed) this.#part('notes');
    if (shown) this.state.show(shown.view, shown.version, shown.before.map(asSeen));
    else this.state.showLive();
  }

  /**
   * Render. If the steps of others are over and their button had the focus, it goes to the open question; if the game
   * is over and the question had it, to the heading of the end, as soon as that is loaded.
   */
  draw() {
    const focused = document.activeElement;
    const isWithin = Boolean(focused?.closest('.pacing, .asking'));
    super.draw();
    this.#isLost ||= isWithin && !focused?.isConnected;
    /** @type {HTMLElement | null} */
    const heading = this.#isLost ? this.querySelector('.asking h2') : null;
    if (!heading) return;
    this.#isLost = false;
    // the person may have gone elsewhere meanwhile
    if (document.activeElement !== document.body) return;
    heading.setAttribute('tabindex', '-1');
    heading.focus({preventScroll: true});
  }

  rendered() {
    if (this.state?.problem) this.#takeOver();
    this.#loadBoard();
    /** @type {import('./talk.js').TalkPanel | null} */
    const panel = this.#opensTalk ? this.querySelector('ludo-talk') : null;
    this.#opensTalk &&= !panel;
    panel?.open();
  }

  /** Take the place of what the page has shown at first: the board has its pieces, or there is a problem. */
  #takeOver() {
    this.querySelector('.first')?.remove();
  }

  /**
   * Load the board when the question can be answered: it takes longer, and its picture is in the page already. A title
   * without a picture has its board next to the question as well.
   */
  #loadBoard() {
    if (this.#hasBoard || !this.querySelector(':scope > .side')) return;
    this.#hasBoard = true;
    void painted().then(() => this.#part('board'));
  }

  /** @returns {Replay | null} */
  #replay() {
    return this.querySelector('ludo-replay');
  }

  view() {
    const {state} = this;
    if (!state) return null;
    if (state.problem) {
      return html`<div class="page">${state.problem.status === 404 ? this.#part('missing')?.missing()
        : html`<h1>${state.problem.title}</h1><p>${state.problem.message}</p>`}</div>`;
    }
    if (!state.game || !state.words) {
      return this.querySelector('.first') ? nothing : html`<p class="loading muted">${t('Loading the game…')}</p>`;
    }
    const steps = this.others.shown?.steps;
    return html`
      <section class="stage" aria-label=${t('Board')}>
        ${this.#bar()}
        ${this.#part('course') ? html`<ludo-course class="guide" .state=${state} .talk=${this.#toTalk()}
          .shown=${this.isOpening ? null : state.view}></ludo-course>` : html`<div class="guide"></div>`}
        ${this.#strips()}
        <div class="board-box"><h2 class="visually-hidden">${t('Board')}</h2>
          <ludo-board .game=${state.game} .view=${this.isOpening ? null : state.view} .targets=${this.answer.targets}
          .chosen=${this.answer.marked} .changed=${this.shown?.changed ?? steps?.changed ?? state.changed}
          .past=${state.past} .animate=${this.shown?.animate ?? true}
          .traces=${state.past ? null : this.others.shown?.traces ?? null}
          @pick=${(/** @type {CustomEvent<{id: string}>} */ event) => this.answer.press(event.detail.id)}></ludo-board>
          <p class="last-event" aria-hidden="true">${this.isOpening ? '' : lastText(state)}</p>
          ${steps?.view() ?? (narrow.matches ? this.#card() : nothing)}</div>
        <ludo-replay .game=${state.game} .last=${state.version} .as=${state.as} .seat=${state.seat}></ludo-replay>
      </section>
      ${this.isOpening ? html`<p class="side loading muted">${t('Loading the replay…')}</p>` : this.#side()}
      <dialog class="keys" aria-labelledby="keys-title"></dialog>`;
  }

  #side() {
    const {state} = this;
    const question = this.#question();
    // without the question, the panels below would have other places
    if (!question && !this.querySelector(':scope > .side')) return nothing;
    return html`<div class="side">
        <section class="asking" aria-label=${t('Question')}>${question}</section>
        ${foldButton(t('Players'))}
        <ludo-players class="seats" .state=${state}></ludo-players>
        ${narrow.matches ? nothing : this.#card()}
        ${foldButton(t('History'))}
        <ludo-history class="log" .state=${state}></ludo-history>
        ${this.#parts.talk ? html`<ludo-talk class="talking" .state=${state}
          @unread=${(/** @type {CustomEvent<number>} */ event) => this.#count(event.detail)}></ludo-talk>` : nothing}
        ${this.#parts.notes ? html`<ludo-notes class="talking" .state=${state}></ludo-notes>` : nothing}
      </div>`;
  }

  /** What has happened since the own turn. */
  #card() {
    if (this.state.past || this.isOpening) return nothing;
    const isFolded = narrow.matches || Boolean(this.querySelector(':scope > .side.tight'));
    return this.others.shown?.card({again: () => void this.#again(), isFolded}) ?? nothing;
  }

  /** Play what the others have done since the own turn. */
  async #again() {
    const {since} = await this.others.load();
    if (since) await this.#replay()?.play(since.from);
  }

  /** @param {number} unread */
  #count(unread) {
    if (unread === this.unread) return;
    this.unread = unread;
    this.update();
  }

  #talk() {
    this.#opensTalk = true;
    this.#part('talk');
    this.#part('notes');
    this.update();
  }

  /** Read what is unread, and who is away. The panel is loaded when it is opened, or something is written. */
  async #look() {
    // the panel counts by itself
    if (!this.state.person || this.querySelector('ludo-talk')) return;
    const unread = await look(this.state, this.leaving).catch(() => this.unread);
    if (!this.querySelector('ludo-talk')) this.#count(unread);
  }

  #question() {
    const {answer, state} = this;
    if (state.past && this.shown) {
      return html`<ludo-decision .game=${state.game} .words=${state.words} .as=${state.as}
        .shown=${this.shown}></ludo-decision>`;
    }
    if (state.game?.status === 'open') {
      return this.#part('opening') && html`<ludo-opening .state=${state}></ludo-opening>`;
    }
    if (state.isOver && !state.past) {
      return html`<div class="finished">${this.#part('finished')?.finished(state)}</div>`;
    }
    const question = this.#part('question');
    return question && html`<ludo-question .state=${state} .answer=${answer} .parts=${question[1]}></ludo-question>`;
  }

  /**
   * Return a part, or null while it is being loaded.
   * @param {keyof typeof PARTS} name
   */
  #part(name) {
    if (this.#parts[name] === undefined) {
      this.#parts[name] = null;
      PARTS[name]().catch(offline).then((part) => {
        this.#parts[name] = part;
        this.update();
      }, (error) => this.#refused({detail: error}));
    }
    return this.#parts[name];
  }

  #bar() {
    const {game, words} = this.state;
    if (!game) return nothing;
    const view = this.isOpening ? null : this.state.view;
    const phase = words?.phases[this.state.phaseOf(view)] ?? '';
    return html`<header class="bar">
      <h1>${game.name ?? words?.title}</h1>
      ${game.name ? html`<span class="muted">${words?.title}</span>` : nothing}
      ${view ? html`<span class="round">${t('Round {round}', {round: view['round']})}</span>
        <span class="muted phase">${phase}</span>` : nothing}
      ${game.tags.map(tournamentIn).map((id) => id && html`<a class="to-tournament" href="/tournaments/${id}">
        ${t('Tournament')}</a>`)}
      ${game.foreign ? html`<span class="badge">${t('imported')}</span>` : nothing}
      ${game.visibility === 'private' ? html`<span class="badge">${t('private')}</span>` : nothing}
      ${this.state.seat === null && game.status === 'running'
        ? html`<span class="badge">${t('watching')}</span>` : nothing}
      ${this.#toTalk()}
      <ludo-menu .state=${this.state} .answer=${this.answer} .alerts=${this.alerts}></ludo-menu></header>`;
  }

  /** The button is in the bar, or beside the course on a narrow page, whose bar has no room for it. */
  #toTalk() {
    return html`<button class="to-talk" @click=${() => this.#talk()}>${t('Talk')}${this.unread
      ? html` <span class="badge accent">${this.unread}</span>` : nothing}</button>`;
  }

  #strips() {
    const {lost} = this.state;
    return html`
      ${lost ? html`<p class="strip lost" role="alert">
        ${t('Not connected, not up to date since {moment}.', {moment: formatTime(lost)})}</p>` : nothing}
      ${this.refusal ? html`<p class="strip problem" role="alert">${this.refusal}
        <button @click=${() => this.#dismiss()}>${t('Close')}</button></p>` : nothing}`;
  }

  #dismiss() {
    this.refusal = '';
    this.update();
  }

  /** @param {{detail: unknown}} event */
  #refused({detail}) {
    this.refusal = detail instanceof Error ? detail.message : String(detail);
    this.update();
  }

  /** Show the rule of a link over the table, so that nothing of it is lost. @param {MouseEvent} click */
  #rule(click) {
    /** @type {HTMLAnchorElement | null} */
    const rule = /** @type {Element} */ (click.target).closest('a[href^="/rules/"][href*="#"]');
    if (!rule || click.ctrlKey || click.metaKey || click.shiftKey) return;
    click.preventDefault();
    import('./rule.js').catch(offline).then(({openRule}) => openRule(rule)).catch((detail) => this.#refused({detail}));
  }

  #help() {
    import('./keys_dialog.js').catch(offline).then(({openKeys}) => {
      const dialog = this.querySelector('dialog.keys');
      if (dialog) openKeys(/** @type {HTMLDialogElement} */ (dialog));
    }).catch((detail) => this.#refused({detail}));
  }

  #search() {
    /** @type {HTMLElement | null} */
    const first = this.querySelector('.search input, .choice, button.die');
    first?.focus();
  }

  /** @returns {Board | null} */
  #board() {
    return this.querySelector('ludo-board');
  }
}

/**
 * Return the button that shows the next panel whole, or folds it. It is there where the question needs their room.
 * @param {string} name
 */
function foldButton(name) {
  const fold = (/** @type {any} */ {currentTarget: button}) => {
    button.ariaExpanded = String(button.nextElementSibling.classList.toggle('whole'));
  };
  return html`<button class="fold-panel" aria-expanded="false" @click=${fold}>${name}</button>`;
}

define('ludo-table', Table);
