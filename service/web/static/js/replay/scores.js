// The scores over time as a plot over the slider: a press or the arrow keys move the moment.

import {html, nothing, svg} from '../../vendor/lit-html/lit-html.js';
import {define, LudoElement} from '../core/element.js';
import {playerName, seatMark, seatShape} from '../core/seats.js';
import {formatNumber, t} from '../core/texts.js';
import {marks} from './controls.js';

/** @typedef {import('../core/types.js').ReplayLine} Line */
/** @typedef {import('./history.js').GameHistory} GameHistory */
/** @typedef {import('./replay.js').Replay} Replay */

/** How many marks of its seat a line has at most. */
const MARKS = 8;
/** The height of the plot in its own units. */
const HEIGHT = 100;

class Scores extends LudoElement {
  /** @type {Replay} */ replay = /** @type {any} */ (null);
  /** @type {{count: number, drawn: unknown} | null} */ #curves = null;
  #at = 0;

  /** @param {number} version */
  set at(version) {
    this.#at = version;
    this.update();
  }

  /** @type {Line[]} */
  get lines() {
    return this.replay.history?.lines ?? [];
  }

  get first() {
    return this.lines[0]?.version ?? 0;
  }

  get span() {
    return Math.max(1, this.replay.last - this.first);
  }

  view() {
    const {lines, replay} = this;
    if (!isPlotted(lines)) return nothing;
    const position = `${(this.#at - this.first) / this.span * 100}%`;
    return html`
      <ul class="scores-now">${(replay.game?.seats ?? []).map((one) => html`<li class="seat seat-${one.seat}">
        ${seatMark(one.seat)} <span class="scores-name">${playerName(one, replay.game?.seats)}</span>
        <b class="numbers">${scoreText(this.#scores[one.seat])}</b></li>`)}</ul>
      <div class="scores-plot" role="slider" tabindex="0" aria-label=${t('Scores over time')}
        aria-valuemin=${this.first} aria-valuemax=${replay.last} aria-valuenow=${this.#at}
        aria-valuetext=${this.#text}
        @keydown=${this.#pressed} @pointerdown=${this.#pointed} @pointermove=${this.#pointed}>
        <svg aria-hidden="true">${this.#drawn()}
          <line class="scores-at" x1=${position} x2=${position} y1="0" y2="100%" /></svg></div>`;
  }

  get #scores() {
    return this.lines[this.#at - this.first]?.scores ?? [];
  }

  get #text() {
    const seats = this.replay.game?.seats ?? [];
    const scores = seats.map((one) => `${playerName(one, seats)}: ${scoreText(this.#scores[one.seat])}`).join('; ');
    return t('Version {version}. {text}', {version: this.#at, text: scores});
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    /** @type {Record<string, () => unknown>} */
    const keys = {
      ArrowLeft: () => this.replay.scrub(this.#at - 1), ArrowDown: () => this.replay.scrub(this.#at - 1),
      ArrowRight: () => this.replay.scrub(this.#at + 1), ArrowUp: () => this.replay.scrub(this.#at + 1),
      PageUp: () => this.replay.step('round', 1), PageDown: () => this.replay.step('round', -1),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** @param {PointerEvent} event */
  #pointed(event) {
    if (event.type === 'pointermove' && !event.buttons) return;
    const box = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    this.replay.scrub(Math.round(this.first + share * this.span));
  }

  /** The grid and the lines, drawn once for the known versions. */
  #drawn() {
    const {lines, span} = this;
    const count = lines.length + span;
    if (this.#curves?.count === count) return this.#curves.drawn;
    const values = lines.flatMap(({scores}) => (scores ?? []).filter((score) => score !== null));
    const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
    const y = (/** @type {number} */ score) => 4 + (high - score) / (high - low) * (HEIGHT - 8);
    const seats = Array.from({length: Math.max(...lines.map(({scores}) => scores?.length ?? 0))}, (_, seat) => seat);
    const drawn = svg`
      <svg viewBox=${`${this.first} 0 ${span} ${HEIGHT}`} preserveAspectRatio="none" width="100%" height="100%">
        <svg x=${this.first} y="0" width=${span} height=${HEIGHT} viewBox=${`${this.first} 0 ${span} 10`}
          preserveAspectRatio="none" class="scores-rounds">${marks(lines)}</svg>
        ${rows(low, high).map((row) => svg`<path class="scores-row" d=${`M${this.first} ${y(row)}h${span}`} />`)}
        ${seats.map((seat) => svg`<path class="curve curve-${seat}" d=${curve(lines, seat, y)} />`)}</svg>
      ${rows(low, high).map((row) => rowLabel(y(row), formatNumber(row)))}
      ${seats.map((seat) => seatMarks(lines, seat, (version) => (version - this.first) / span * 100, y))}`;
    this.#curves = {count, drawn};
    return drawn;
  }
}

/**
 * Whether there is anything to plot: scores of at least two versions.
 * @param {readonly Line[]} lines
 */
export function isPlotted(lines) {
  let found = 0;
  return lines.some(({scores}) => scores?.some((score) => score !== null) && ++found > 1);
}

/**
 * The label of a row of a plot.
 * @param {number} y in percent of the height
 * @param {string} text
 */
export function rowLabel(y, text) {
  return svg`<text class="scores-label" x="2" y=${`${y}%`} dy="-2">${text}</text>`;
}

/**
 * The marks of a seat on its line in a plot: a seat is never a colour alone.
 * @param {readonly Pick<Line, 'version' | 'scores'>[]} lines
 * @param {number} seat
 * @param {(version: number) => number} x in percent of the width
 * @param {(score: number) => number} y in percent of the height
 */
export function seatMarks(lines, seat, x, y) {
  return spread(lines, seat).map(({version, score}) => svg`
    <svg class="seat-${seat}" x=${`${x(version)}%`} y=${`${y(score)}%`} overflow="visible"><path class="scores-mark"
      transform="translate(-5 -5) scale(.71)" d=${seatShape(seat)} /></svg>`);
}

/** @param {number | null | undefined} score */
export function scoreText(score) {
  return score === null || score === undefined ? '–' : formatNumber(score);
}

/**
 * Return the steps of the score of a seat as a path, with gaps where it is hidden.
 * @param {readonly Line[]} lines
 * @param {number} seat
 * @param {(score: number) => number} y
 */
function curve(lines, seat, y) {
  let path = '';
  /** @type {number | null} */
  let before = null;
  for (const {version, scores} of lines) {
    const score = scores?.[seat] ?? null;
    if (score !== null && before === null) path += `M${version} ${y(score)}`;
    else if (score !== null && score !== before) path += `H${version}V${y(score)}`;
    else if (score === null && before !== null) path += `H${version}`;
    before = score;
  }
  return before === null ? path : `${path}H${lines.at(-1)?.version}`;
}

/**
 * Return versions at which the line of a seat has its mark, evenly spread.
 * @param {readonly Pick<Line, 'version' | 'scores'>[]} lines
 * @param {number} seat
 */
function spread(lines, seat) {
  return Array.from({length: MARKS}, (_, place) => {
    const line = lines[Math.round((place + 0.3 + 0.15 * seat) / MARKS * lines.length)];
    const score = line?.scores?.[seat];
    return line && typeof score === 'number' ? [{version: line.version, score}] : [];
  }).flat();
}

/**
 * Return up to four round values in a range.
 * @param {number} low
 * @param {number} high
 */
function rows(low, high) {
  const power = 10 ** Math.floor(Math.log10((high - low) / 2));
  const step = [1, 2, 5, 10].map((size) => size * power).find((size) => (high - low) / size <= 4) ?? power;
  const first = Math.ceil(low / step);
  return Array.from({length: Math.floor(high / step) - first + 1}, (_, row) => (first + row) * step);
}

define('ludo-scores', Scores);
