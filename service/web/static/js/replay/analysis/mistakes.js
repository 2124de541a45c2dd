// What the engine finds in a finished game: mistakes, and the winning chance over time. It is asked by a button.

import {html, nothing, svg} from '../../../vendor/lit-html/lit-html.js';
import {get, getMade, Problem, send} from '../../core/api.js';
import {textOf} from '../../core/choice_texts.js';
import {define, LudoElement} from '../../core/element.js';
import {me, signInAddress} from '../../core/session.js';
import {formatNumber, language, t, tn} from '../../core/texts.js';
import {wordsOf} from '../../core/words.js';
import {gameAddress} from '../../table/addresses.js';
import {rowLabel, seatMarks} from '../scores.js';
import {moment, seatHeads, seatOf, table} from './parts.js';

/** @typedef {import('../../core/types.js').Choice} Choice */
/** @typedef {import('../../core/types.js').EngineAnalysis} EngineAnalysis */
/** @typedef {import('../../core/types.js').EngineProgress} EngineProgress */
/** @typedef {import('../../core/types.js').Words} Words */
/** @typedef {EngineAnalysis['mistakes'][number]} Mistake */
/** @typedef {NonNullable<EngineAnalysis['dearest']>[number]} Dear */
/** @typedef {NonNullable<EngineAnalysis['players']>[number]} PlayerLoss */
/** @typedef {Pick<PlayerLoss, 'decisions' | 'lost' | 'error'>} Loss */

/** Milliseconds between two questions how far the engine is. */
const ASKED_EVERY = 2_000;
const LEVELS = {
  glance: () => t('First look, some seconds'),
  quick: () => t('Quick, about ten seconds'),
  deep: () => t('Thorough, several minutes'),
};
const WHOLE = 1_000;
/** Standard errors of half a 95 % interval. */
const Z = 1.96;

const percent = new Intl.NumberFormat(language, {style: 'percent'});
/** Points of winning chance: hundredths. */
const points = new Intl.NumberFormat(language, {maximumFractionDigits: 1});
const POINT = 10;

/** What was found before, by address: the tab may be opened again. @type {Map<string, EngineAnalysis>} */
const known = new Map();
/** The texts of choices, by address and command. @type {Map<string, string>} */
const texts = new Map();

/** The chances at the lines of the plot, in thousandths. */
const GRID = [0, WHOLE / 2, WHOLE];

/**
 * Return the place of a chance in the plot, in percent of its height. The ends leave room for marks and labels.
 * @param {number} chance in thousandths
 */
function heightOf(chance) {
  return 10 + (WHOLE - chance) / WHOLE * 84;
}

class MistakesElement extends LudoElement {
  /** @type {import('../replay.js').Replay} */ replay = /** @type {any} */ (null);
  /** @type {EngineAnalysis | null} */ #found = null;
  /** @type {EngineProgress | null} */ #progress = null;
  /** @type {string | null} */ #problem = null;
  /** @type {boolean | null} */ #isSignedIn = null;
  /** The text of the live region about the analysis: it started, ended or failed. */
  #said = '';
  #level = 'quick';
  /** @type {Words | null} */ #words = null;
  #isAsking = false;

  connected() {
    this.#recall();
    // without the words the names of phases stay English
    wordsOf(this.replay.game?.ruleset ?? '').then((words) => {
      this.#words = words;
      this.update();
    }, () => {});
    const answered = (/** @type {unknown} */ person) => {
      this.#isSignedIn = Boolean(person);
      this.update();
    };
    // without an answer what was found can still be shown
    me().then(answered, () => answered(null));
  }

  get #game() {
    return gameAddress(this.replay.game?.id ?? '');
  }

  get #address() {
    return `${this.#game}/analysis/${this.#level}`;
  }

  /** Whether the button is inactive: before the visitor is known, and while the engine works. */
  get #isWaiting() {
    return this.#isAsking || this.#isSignedIn === null;
  }

  async #ask() {
    if (this.#isWaiting) return;
    const address = this.#address;
    const signal = this.leaving;
    [this.#problem, this.#isAsking] = [null, true];
    this.#said = t('The engine looks at the game.');
    this.update();
    try {
      if (this.#isSignedIn) this.#progress = await send('PUT', address, undefined, {signal});
      for (;;) {
        const {body, isFinal} = await getMade(address, {signal});
        // the analysis of an earlier release is shown while it is made again
        if ('format' in body) this.#found = body;
        else this.#progress = body;
        if (this.#found && isFinal) {
          known.set(address, this.#found);
          this.#said = t('The engine is done.');
          break;
        }
        this.update();
        if (this.#found) await this.#name(shownOf(this.#found), signal);
        await new Promise((resolve) => setTimeout(resolve, ASKED_EVERY));
        if (signal.aborted) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      const isUnasked = error.status === 404 && !this.#isSignedIn;
      if (isUnasked) this.#said = t('The engine was not asked about this game yet.');
      else this.#problem = error.message;
    } finally {
      [this.#isAsking, this.#progress] = [false, null];
      this.update();
    }
    if (this.#found) await this.#name(shownOf(this.#found), signal);
  }

  /** Take what was found before at this level. The reading of texts may have been cut short. */
  #recall() {
    this.#found = known.get(this.#address) ?? null;
    if (this.#found) void this.#name(shownOf(this.#found), this.leaving);
  }

  /**
   * Read the texts of the choices that are not known yet. One that cannot be read is read when the tab is opened again.
   * @param {readonly (Mistake | Dear)[]} mistakes
   * @param {AbortSignal} signal
   */
  async #name(mistakes, signal) {
    for (const mistake of mistakes.filter(({version, chosen}) => !texts.has(this.#key(version, chosen)))) {
      try {
        await this.#nameOne(mistake, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof Problem)) throw error;
      }
    }
  }

  /**
   * @param {Mistake | Dear} mistake
   * @param {AbortSignal} signal
   */
  async #nameOne({version, seat, chosen, better}, signal) {
    const {items} = await get(`${this.#game}/decisions?at=${version - 1}&as=full`, {signal});
    /** @type {readonly Choice[]} */
    const choices = items.find((/** @type {{seat: number}} */ item) => item.seat === seat)?.choices ?? [];
    for (const command of [chosen, better]) texts.set(this.#key(version, command), textOf(choices, command));
    this.update();
  }

  /**
   * @param {number} version
   * @param {unknown} command
   */
  #key(version, command) {
    return `${this.#game} ${version} ${JSON.stringify(command)}`;
  }

  view() {
    const found = this.#found;
    return html`${this.#question()}
      <p class=${this.#problem ? 'problem' : 'muted'} role="status">${this.#problem ?? this.#said}</p>
      ${this.#isAsking ? this.#bar() : nothing}
      ${found ? html`${this.#sums(found)} ${this.#list(found)} ${this.#chances(found)}
        <p class="muted small">${t(
          '{engine}, level {level}, digest {digest}. Anyone can compute it again with ludolog analyse.',
          {engine: found.engine.name, level: found.engine.level, digest: found.engine.digest})}</p>` : nothing}`;
  }

  #bar() {
    const {done = 0, total = 0} = this.#progress ?? {};
    const label = t('Progress of the engine');
    return total ? html`<progress aria-label=${label} max=${total} value=${done}></progress>`
      : html`<progress aria-label=${label}></progress>`;
  }

  #question() {
    return html`<p>${t('The engine plays on from every decision, and compares the choice with others.')}
        ${t('It gets only what the player could know then, so a choice that had bad luck is no mistake.')}</p>
      <div class="engine-question"><label>${t('How thorough')} <select ?disabled=${this.#isAsking}
        @change=${(/** @type {Event} */ event) => {
        this.#level = /** @type {HTMLSelectElement} */ (event.target).value;
        this.#recall();
        [this.#problem, this.#said] = [null, ''];
        this.update();
      }}>${Object.entries(LEVELS).map(([level, name]) => html`<option value=${level}
        ?selected=${level === this.#level}>${name()}</option>`)}</select></label>
      <button class="primary" aria-disabled=${this.#isWaiting} @click=${() => this.#ask()}>${this.#isSignedIn === false
        ? t('Show what the engine found') : t('Let the engine look')}</button>
      ${this.#isSignedIn === false ? html`<a href=${signInAddress()}>${t('Sign in to ask it')}</a>` : nothing}</div>`;
  }

  /** What each player has lost in sum, and how accurate the decisions were; an old document does not say it.
   * @param {EngineAnalysis} found */
  #sums({players = []}) {
    if (!players.length) return nothing;
    const head = html`<tr><th scope="col">${t('Player')}</th><th scope="col" class="number">${t('Decisions')}</th>
      <th scope="col" class="number">${t('Points lost')}</th><th scope="col" class="number">${t('Accuracy')}</th></tr>`;
    const rows = players.map((player) => html`<tr><th scope="row">${seatOf(this.replay, player.seat)}</th>
      ${lossCells(player)}<td class="number">${player.accuracy === null ? '–'
        : percent.format(player.accuracy / WHOLE)}</td></tr>`);
    return html`${table(t('Points of winning chance that the decisions have lost in sum, however small each was'),
      head, rows, t('Points lost'))}
      <p class="muted small">${t('Accuracy: the part of the odds of winning that a decision kept on average.')}
        ${t('Decisions of a game that is won or lost by then do not count for it.')}</p>
      <details><summary>${t('By phase')}</summary>${this.#phases(players)}</details>`;
  }

  /** @param {readonly PlayerLoss[]} players */
  #phases(players) {
    const head = html`<tr><th scope="col">${t('Player')}</th><th scope="col">${t('Phase')}</th>
      <th scope="col" class="number">${t('Decisions')}</th>
      <th scope="col" class="number">${t('Points lost')}</th></tr>`;
    const rows = players.flatMap(({seat, phases}) => phases.map((each) => html`<tr>
      <th scope="row">${seatOf(this.replay, seat)}</th><td>${this.#phase(each.phase)}</td>${lossCells(each)}</tr>`));
    return table(t('Points lost in sum, by phase'), head, rows, t('By phase'));
  }

  /**
   * Return the name of a phase in the language of the page, without the number of its chapter.
   * @param {string} phase
   */
  #phase(phase) {
    return (this.#words?.chapters[phase] ?? phase).replace(/^\S+ /, '');
  }

  /** The decisions that cost the most, however little that is, and all mistakes.
   * @param {EngineAnalysis} found */
  #list(found) {
    const shown = shownOf(found);
    if (!shown.length) {
      const {length} = found.decisions;
      return html`<p>${tn('No mistake in {number} decision', 'No mistakes in {number} decisions', length)}</p>`;
    }
    const head = html`<tr><th scope="col" class="number">${t('Version')}</th><th scope="col">${t('Player')}</th>
      <th scope="col">${t('Choice')}</th><th scope="col">${t('Better')}</th>
      <th scope="col" class="number">${t('Winning chance')}</th></tr>`;
    const rows = shown.map((each) => html`<tr><td class="number">${moment(this.replay, each.version)}</td>
      <td>${seatOf(this.replay, each.seat)}<br>${each.kind
        ? html`<b>${each.kind === 'blunder' ? t('Blunder') : t('Mistake')}</b> · ` : nothing}<span
        class="muted small">${this.#phase(each.phase)}</span></td>
      <td>${this.#text(each.version, each.chosen)}</td><td>${this.#text(each.version, each.better)}</td>
      <td class="number">${t('{chosen} instead of {better}', {
        chosen: percent.format(each.chance / WHOLE), better: percent.format(each.best / WHOLE)})}
        <br><span class="muted small">${t('± {error}, interval of 95 percent', {
          error: percent.format(Z * each.error / WHOLE)})}</span></td></tr>`);
    const caption =
      t('The dearest decisions. A mistake costs more than 10 points of winning chance, a blunder more than 20.');
    return table(caption, head, rows, t('Mistakes'));
  }

  /**
   * @param {number} version
   * @param {unknown} command
   */
  #text(version, command) {
    const {type} = /** @type {{type: string}} */ (command);
    return texts.get(this.#key(version, command)) ?? type.split('.').pop()?.replaceAll('_', ' ');
  }

  /** @param {EngineAnalysis} found */
  #chances({chances, seats}) {
    const first = chances[0]?.version ?? 0;
    const span = Math.max(1, (chances.at(-1)?.version ?? 1) - first);
    const lines = chances.map(({version, chances: scores}) => ({version, scores}));
    const [x, y] = [(/** @type {number} */ version) => (version - first) / span * 100, heightOf];
    const path = (/** @type {number} */ seat) => lines.map(({version, scores}, place) => (
      `${place ? 'L' : 'M'}${x(version)} ${y(scores[seat] ?? 0)}`)).join('');
    const all = Array.from({length: seats}, (_, seat) => seat);
    const rows = chances.map((point) => html`<tr><th scope="row">${moment(this.replay, point.version)}</th>
      ${point.chances.map((chance) => html`<td class="number">${percent.format(chance / WHOLE)}</td>`)}</tr>`);
    const head = html`<tr><th scope="col">${t('Version')}</th>${seatHeads(this.replay)}</tr>`;
    return html`<h3>${t('Winning chance over time, given the whole table')}</h3>
      <ul class="scores-now">${all.map((seat) => html`<li>${seatOf(this.replay, seat)}</li>`)}</ul>
      <div class="scores-plot engine-chances" aria-hidden="true"><svg>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%">
          ${GRID.map((chance) => svg`<path class="scores-row" d=${`M0 ${y(chance)}h100`} />`)}
          ${all.map((seat) => svg`<path class="curve curve-${seat}" d=${path(seat)} />`)}</svg>
        ${GRID.map((chance) => rowLabel(y(chance), percent.format(chance / WHOLE)))}
        ${all.map((seat) => seatMarks(lines, seat, x, y))}</svg></div>
      <p class="engine-versions muted small" aria-hidden="true"><span>${t('Version')} ${formatNumber(first)}</span>
        <span>${formatNumber(first + span)}</span></p>
      <details><summary>${t('As a table')} (${formatNumber(chances.length)})</summary>${
        table(t('Winning chance over time, given the whole table'), head, rows, t('Winning chance'))}</details>`;
  }
}

/**
 * Return the dearest decisions, then the mistakes that are not among them.
 * @param {EngineAnalysis} found
 * @returns {readonly (Mistake | Dear)[]}
 */
function shownOf({dearest = [], mistakes}) {
  const versions = new Set(dearest.map(({version}) => version));
  return [...dearest, ...mistakes.filter(({version}) => !versions.has(version))];
}

/** @param {Loss} loss */
function lossCells({decisions, lost, error}) {
  return html`<td class="number">${formatNumber(decisions)}</td>
    <td class="number">${points.format(Math.max(0, lost) / POINT)}<br><span class="muted small">${
      t('± {error}', {error: points.format(Z * error / POINT)})}</span></td>`;
}

define('ludo-mistakes', MistakesElement);

/** @param {import('./analysis.js').Found} found */
export function mistakes({replay}) {
  return html`<ludo-mistakes .replay=${replay}></ludo-mistakes>`;
}
