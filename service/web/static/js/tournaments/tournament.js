// The page of a tournament: what is next for the visitor, rounds, standings, players, terms; for organisers, the desk.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {get, newKey, Problem, send} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {FocusKeeper} from '../core/focus.js';
import {problemView, skeleton} from '../core/paged.js';
import {me} from '../core/session.js';
import {t} from '../core/texts.js';
import {feedsView} from '../pages/feeds.js';
import {knownFor} from '../pages/known.js';
import {Following} from './following.js';
import {ownView} from './own.js';
import {playersView} from './players.js';
import {plainText, refusedView} from './refused.js';
import {roundsView} from './rounds.js';
import {standingsView} from './standings.js';
import {formatText, termsView} from './terms.js';
import {dueText, statusName} from './words.js';

/**
 * @typedef {import('../core/types.js').Tournament} Tournament
 * @typedef {import('../core/types.js').Standings} Standings
 * @typedef {import('../core/types.js').GameRow} GameRow
 * @typedef {import('../core/types.js').Me} Me
 * @typedef {{round?: number, after?: number}} Chosen
 */

/** Milliseconds after which the games of a round are looked at again. */
const TICK = 20_000;
const {timeZone} = new Intl.DateTimeFormat().resolvedOptions();
/** The acts that show the desk. Players have only the others. */
const OF_PLAYERS = new Set([
  'register', 'leave', 'return', 'join_substitutes', 'leave_substitutes', 'check_in', 'withdraw_check_in',
]);

export class TournamentPage extends LudoElement {
  known = knownFor(this);
  /** @type {Me | null} */
  person = null;
  /** @type {Tournament | null} */
  tournament = null;
  /** @type {Standings | null} */
  standings = null;
  /** @type {Map<string, GameRow>} The games of the tournament by their ids */
  games = new Map();
  /** @type {Chosen} The round that is shown, and that of the standings; without a number the last one */
  chosen = chosenIn(new URLSearchParams(location.search));
  /** The part in which an act was refused. */ failed = '';
  /** @type {Error | null} */
  problem = null;
  /** What is asked before an act. */
  asked = '';
  isBusy = false;
  isLost = false;
  /** Whether the modules of the desk are loaded: players do not need them. */
  hasDesk = false;
  /** @type {import('./talk.js').TournamentTalk | null} */ talk = null;
  #following = new Following(this);
  /** @type {FocusKeeper | undefined} */
  focusKeeper;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticks;

  get path() {
    return `/v1/tournaments/${this.dataset['tournament']}`;
  }

  async connected() {
    this.focusKeeper = new FocusKeeper(this, this.leaving);
    this.person = await me().catch(() => null);
    try {
      await this.read();
      this.#following.start();
      const {TournamentTalk} = await import('./talk.js');
      this.talk = new TournamentTalk(this);
      this.#ticks = setInterval(() => document.hidden || this.readGames(), TICK);
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
    }
    this.update();
  }

  disconnected() {
    clearInterval(this.#ticks);
  }

  /** Whether the visitor is an organiser, as the acts say that the service allows. */
  get isOrganiser() {
    return this.tournament?.you_may.some((act) => !OF_PLAYERS.has(act))
      || this.tournament?.organisers.some(({player}) => player === this.person?.id) || false;
  }

  /** Read everything that the page shows. */
  async read() {
    if (await this.#renew()) await this.readGames();
  }

  /** Read and show the tournament; false if there is something newer. */
  async #renew() {
    const {after} = this.chosen;
    const query = after === undefined ? '' : `?after_round=${after}`;
    const [tournament, standings] = await Promise.all([
      get(this.path, {signal: this.leaving}), get(`${this.path}/standings${query}`, {signal: this.leaving}),
    ]);
    // replies may overtake each other: another round was chosen, or a newer reply has come
    if (after !== this.chosen.after || tournament.version < (this.tournament?.version ?? 0)) return false;
    [this.tournament, this.standings] = [tournament, standings];
    this.known.need(tournament.terms.ruleset);
    document.title = `${tournament.terms.name} · Ludolog`;
    if (this.isOrganiser) {
      await import('./desk/desk.js');
      this.hasDesk = true;
    }
    this.talk?.read();
    this.update();
    return true;
  }

  /** Read which players have taken their seats, while games are awaited. */
  async readGames() {
    const awaited = this.tournament?.rounds.some(({status}) => status === 'playing');
    if (!this.tournament || !awaited) return;
    const open = this.tournament.rounds.flatMap(({tables}) => tables).filter(({result}) => !result);
    const missing = new Set(open.map(({game}) => game));
    // the newest games come first: those of the rounds that are being played
    for (let cursor = ''; missing.size;) {
      const path = `/v1/games?tournament=${this.tournament.id}&limit=100${cursor}`;
      const found = await get(path, {signal: this.leaving}).catch(() => null);
      for (const game of found?.items ?? []) {
        this.games.set(game.id, game);
        missing.delete(game.id);
      }
      if (!found?.next) break;
      cursor = `&cursor=${encodeURIComponent(found.next)}`;
    }
    this.update();
  }

  /**
   * Show another round, or the standings after another one. The address keeps the choice.
   * @param {Event | null} event
   * @param {Chosen} chosen
   */
  async choose(event, chosen) {
    event?.preventDefault();
    this.chosen = {...this.chosen, ...chosen};
    const query = new URLSearchParams(Object.entries(this.chosen).map(([name, number]) => [name, String(number)]));
    history.replaceState(history.state, '', `?${query}`);
    if (this.failed === 'standings') this.failed = '';
    if (chosen.after !== undefined) await this.trying('standings', () => this.read());
    this.update();
  }

  /**
   * Act, and read the tournament again. A refusal is shown in the part.
   * @param {string} part
   * @param {{type: string, [field: string]: unknown}} body
   * @param {string} done What is announced afterwards
   * @returns {Promise<boolean>} Whether the act was done
   */
  async act(part, body, done) {
    if (this.isBusy) return false;
    [this.isBusy, this.failed, this.problem, this.asked] = [true, '', null, ''];
    this.update();
    let isDone = false;
    try {
      await send('POST', `${this.path}/acts`, body, {key: newKey()});
      isDone = true;
      announce(done);
    } catch (error) {
      [this.failed, this.problem] = [part, /** @type {Error} */ (error)];
      announce(plainText(this.problem, this.tournament));
    }
    const isNew = await this.#renew().catch(() => false);
    // the next act needs no games
    this.isBusy = false;
    this.update();
    if (isNew) void this.readGames();
    return isDone;
  }

  /**
   * Prepare an act. A problem is shown in the part, like a refusal.
   * @template Result
   * @param {string} part
   * @param {() => Promise<Result>} prepare
   * @returns {Promise<Result | null>}
   */
  async trying(part, prepare) {
    try {
      return await prepare();
    } catch (error) {
      [this.failed, this.problem] = [part, /** @type {Error} */ (error)];
      announce(this.problem.message);
      this.update();
      return null;
    }
  }

  /** @param {string} question */
  ask(question) {
    this.asked = question;
    this.update();
  }

  /** @param {string} part */
  problemIn(part) {
    return this.problem && this.failed === part ? refusedView(this.problem, this.tournament) : nothing;
  }

  /** The desk has its own state, and shows the same tournament. */
  rendered() {
    /** @type {LudoElement | null} */ (this.querySelector('ludo-desk'))?.update();
    this.focusKeeper?.keep();
  }

  view() {
    const {tournament} = this;
    if (!tournament) {
      if (!this.problem) return skeleton();
      const isHidden = this.problem instanceof Problem && this.problem.status === 404;
      return html`<h1>${t('Tournament')}</h1>${isHidden
        ? html`<p class="notice">${t('There is no such tournament, or it is private. Sign in to see it.')}</p>`
        : problemView(this.problem, () => location.reload())}`;
    }
    return html`${this.headView(tournament)}
      ${ownView(this, tournament)}
      ${this.isOrganiser && this.hasDesk ? html`<ludo-desk class="screen-only" .page=${this}></ludo-desk>` : nothing}
      ${this.talk ? html`<ludo-talk class="screen-only" .state=${this.talk}></ludo-talk>` : nothing}
      <div class="tournament-columns"><div>
        <section aria-labelledby="rounds"><h2 id="rounds">${t('Rounds')}</h2>${roundsView(this, tournament)}</section>
        <section aria-labelledby="standings" class="print-apart">
          <h2 id="standings">${t('Standings')}</h2>${standingsView(this)}</section></div>
        <aside class="screen-only">
          <section aria-labelledby="players"><h2 id="players">${t('Players')}</h2>
            ${playersView(this, tournament)}</section>
          <section aria-labelledby="terms"><h2 id="terms">${t('Terms')}</h2>${termsView(tournament.terms, this.known)}
          </section>${this.recordView(tournament)}${this.feedsOf(tournament)}</aside></div>`;
  }

  /** @param {Tournament} tournament */
  feedsOf({id, terms}) {
    if (terms.visibility === 'private') return nothing;
    const page = `/tournaments/${id}`;
    return feedsView({
      feed: `${this.path}/feed`,
      calendar: `${this.path}/calendar.ics`,
      badges: [{path: `/badge${page}.svg`, page, text: terms.name}],
      embed: {
        path: `/embed${page}`, title: terms.name,
        element: `<ludolog-tournament tournament="${id}"></ludolog-tournament>`,
      },
    });
  }

  /** @param {Tournament} tournament */
  headView({terms, status, hold, due}) {
    const title = this.known.titles.get(terms.ruleset)?.title ?? terms.ruleset;
    return html`<h1>${terms.name}</h1>
      <p class="marks"><span class="badge">${statusName(status)}</span> <span class="badge">${title}</span>
        ${terms.visibility === 'private' ? html`<span class="badge">${t('private')}</span>` : nothing}</p>
      <p class="state">${formatText(terms.format)}</p>
      ${this.isLost ? html`<p class="notice">${t('Not connected, not up to date. Trying again.')}</p>` : nothing}
      ${hold === null ? nothing : html`<p class="notice">${t('On hold: {reason}', {reason: hold})}</p>`}
      ${due ? html`<p class="state screen-only">${dueText(due)}
        <span class="hint">${t('Times are those of your device: {zone}', {zone: timeZone})}</span></p>` : nothing}`;
  }

  /** @param {Tournament} tournament */
  recordView({id, seed_commitment: commitment, seed, organisers}) {
    return html`<section aria-labelledby="record"><h2 id="record">${t('Record')}</h2>
      <p>${t('All acts are in a signed log. Anyone can recompute pairings and standings from it.')}</p>
      <p class="links"><a href="${this.path}/bundle" download>${t('Download the record')}</a>
        <a href="/verify?tournament=${id}">${t('Check the record')}</a>
        <a href="/rules/tournaments">${t('Rules of tournaments')}</a> <a href=${this.path}>JSON</a></p>
      <dl class="terms"><div><dt>${t('Organisers')}</dt>
          <dd>${organisers.map(({name}) => name ?? t('Deleted player')).join(', ')}</dd></div>
        <div><dt>${seed ? t('Seed') : t('Commitment to the seed')}</dt><dd><code>${seed ?? commitment}</code></dd></div>
      </dl></section>`;
  }
}

/**
 * @param {URLSearchParams} query
 * @returns {Chosen}
 */
function chosenIn(query) {
  /** @type {Chosen} */
  const chosen = {};
  for (const name of /** @type {const} */ (['round', 'after'])) {
    const number = query.get(name);
    if (number && /^\d{1,3}$/.test(number)) chosen[name] = Number(number);
  }
  return chosen;
}

define('ludo-tournament', TournamentPage);
