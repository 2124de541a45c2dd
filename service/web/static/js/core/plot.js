// A plot of values over time: lines in an SVG, a readout for pointer and keyboard, and the same values as a table.

import {html, svg} from '../../vendor/lit-html/lit-html.js';
import {define, LudoElement} from './element.js';
import {formatDay, formatMoment, formatNumber, formatTime, t} from './texts.js';

/**
 * @typedef {object} Point
 * @property {number} x Milliseconds since 1970
 * @property {number} y
 * @property {number} [spread] The half of the width of the band around the line
 * @property {string} text The text of the readout
 * @property {string} [href]
 *
 * @typedef {object} Series
 * @property {string} name
 * @property {Point[]} points In the order of x
 */

/** The width until the element has one, and the least. */
const WIDTH = 720;
const LEAST = 240;
const HEIGHT = 280;
const LEFT = 44;
const BOTTOM = 28;
const TOP = 12;
const RIGHT = 16;
const STEPS = [1, 2, 5];
const DAY = 86_400_000;
/** The width from which two moments have room below the plot. */
const ROOMY = 480;

/**
 * Return round values that cover a range, at most seven.
 * @param {number} low
 * @param {number} high
 */
export function ticks(low, high) {
  const span = high - low || 1;
  let power = 10 ** Math.floor(Math.log10(span / 6));
  let step = power;
  for (let place = 0; span / step > 6; place += 1) {
    if (place === STEPS.length) [place, power] = [0, power * 10];
    step = power * (STEPS[place] ?? 1);
  }
  const first = Math.floor(low / step) * step;
  return Array.from({length: Math.ceil((high - first) / step) + 1}, (_, place) => first + place * step);
}

export class Plot extends LudoElement {
  /** @type {Series[]} */
  #series = [];
  current = {series: 0, point: -1};
  width = WIDTH;

  connected() {
    // one unit is one pixel, so that the texts keep their size on narrow screens
    const observer = new ResizeObserver(([entry]) => {
      const width = Math.max(LEAST, Math.floor(entry?.contentRect.width ?? WIDTH));
      if (width === this.width) return;
      this.width = width;
      this.update();
    });
    observer.observe(this);
    this.leaving.addEventListener('abort', () => observer.disconnect(), {once: true});
  }

  /** @param {Series[]} series */
  set series(series) {
    this.#series = series.filter(({points}) => points.length);
    this.current = {series: 0, point: (this.#series[0]?.points.length ?? 0) - 1};
    this.update();
  }

  get series() {
    return this.#series;
  }

  /** The scales: functions from values to positions, and the ticks of the axis. */
  get scales() {
    const points = this.series.flatMap((line) => line.points);
    const times = points.map(({x}) => x);
    const start = Math.min(...times);
    const end = Math.max(...times);
    const rows = ticks(Math.min(...points.map(({y, spread = 0}) => y - spread)),
      Math.max(...points.map(({y, spread = 0}) => y + spread)));
    const [low = 0, high = 1] = [rows[0], rows.at(-1)];
    return {
      start, end, rows,
      x: (/** @type {number} */ at) => (end === start ? (this.width + LEFT) / 2
        : LEFT + (at - start) / (end - start) * (this.width - LEFT - RIGHT)),
      y: (/** @type {number} */ value) => TOP + (high - value) / (high - low) * (HEIGHT - TOP - BOTTOM),
    };
  }

  /** @param {KeyboardEvent} event */
  step(event) {
    const points = this.series[this.current.series]?.points ?? [];
    /** @type {Record<string, number>} */
    const steps = {ArrowLeft: -1, ArrowRight: 1, Home: -points.length, End: points.length};
    const step = steps[event.key];
    if (step !== undefined) {
      this.current.point = Math.max(0, Math.min(points.length - 1, this.current.point + step));
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const other = event.key === 'ArrowUp' ? this.series.length - 1 : 1;
      const series = (this.current.series + other) % this.series.length;
      this.current = {series, point: Math.min(this.current.point, (this.series[series]?.points.length ?? 1) - 1)};
    } else return;
    event.preventDefault();
    this.update();
  }

  /** @param {PointerEvent} event */
  point(event) {
    const box = /** @type {SVGSVGElement} */ (event.currentTarget).getBoundingClientRect();
    const at = [(event.clientX - box.left) / box.width * this.width, (event.clientY - box.top) / box.height * HEIGHT];
    const {x, y} = this.scales;
    let nearest = Infinity;
    this.series.forEach((line, series) => line.points.forEach((each, point) => {
      const distance = Math.hypot(x(each.x) - (at[0] ?? 0), y(each.y) - (at[1] ?? 0));
      if (distance < nearest) [nearest, this.current] = [distance, {series, point}];
    }));
    this.update();
  }

  view() {
    if (!this.series.length) return null;
    const {x, y, rows, start, end} = this.scales;
    const label = end - start >= DAY ? day : this.width < ROOMY ? time : moment;
    const line = this.series[this.current.series];
    const chosen = line?.points[this.current.point];
    return html`<figure class="plot">
      <svg viewBox="0 0 ${this.width} ${HEIGHT}" role="application" tabindex="0"
        aria-label=${t('{name}. Arrow keys move along the line.', {name: this.dataset['name'] ?? t('Plot')})}
        aria-describedby="plot-readout"
        @keydown=${(/** @type {KeyboardEvent} */ event) => this.step(event)}
        @pointermove=${(/** @type {PointerEvent} */ event) => this.point(event)}
        @pointerdown=${(/** @type {PointerEvent} */ event) => this.point(event)}>
        ${rows.map((row) => svg`<line class="grid" x1=${LEFT} x2=${this.width - RIGHT} y1=${y(row)} y2=${y(row)} />
          <text class="axis" x=${LEFT - 8} y=${y(row) + 4} text-anchor="end">${
            formatNumber(+row.toFixed(6) || 0)}</text>`)}
        <text class="axis" x=${LEFT} y=${HEIGHT - 6}>${label(start)}</text>
        ${end > start ? svg`<text class="axis" x=${this.width - RIGHT} y=${HEIGHT - 6}
          text-anchor="end">${label(end)}</text>` : ''}
        ${this.series.map((each, place) => this.lineView(each, place, x, y))}
        ${chosen ? svg`<line class="rule" x1=${x(chosen.x)} x2=${x(chosen.x)} y1=${TOP} y2=${HEIGHT - BOTTOM} />
          <g class="series-${this.current.series % 3}">
            <circle class="dot current" cx=${x(chosen.x)} cy=${y(chosen.y)} r="5" /></g>` : ''}
      </svg>
      <output id="plot-readout" class="small">${chosen && line ? html`<b>${line.name}</b> · ${moment(chosen.x)} · ${
        linked(chosen)}` : ''}</output>
      <details><summary>${t('As a table')}</summary><div class="scroll" tabindex="0" role="region"
        aria-label=${t('As a table')}>${this.tableView()}</div></details></figure>`;
  }

  /**
   * @param {Series} line
   * @param {number} place
   * @param {(at: number) => number} x
   * @param {(value: number) => number} y
   */
  lineView({points}, place, x, y) {
    const above = points.map((each) => `${x(each.x)} ${y(each.y + (each.spread ?? 0))}`);
    const below = points.map((each) => `${x(each.x)} ${y(each.y - (each.spread ?? 0))}`).reverse();
    return svg`<g class="series-${place % 3}">
      <path class="band" d="M${[...above, ...below].join('L')}Z" />
      <path d="M${points.map((each) => `${x(each.x)} ${y(each.y)}`).join('L')}" />
      ${points.map((each) => svg`<circle class="dot" cx=${x(each.x)} cy=${y(each.y)} r="3" />`)}</g>`;
  }

  tableView() {
    return html`<table><thead><tr><th scope="col">${t('Line')}</th><th scope="col">${t('Date')}</th>
      <th scope="col">${t('Value')}</th></tr></thead><tbody>
      ${this.series.flatMap(({name, points}) => points.map((each) => html`<tr><td>${name}</td>
        <td>${moment(each.x)}</td>
        <td>${linked(each)}</td></tr>`))}</tbody></table>`;
  }
}

/** @param {number} at */
function day(at) {
  return formatDay(new Date(at).toISOString());
}

/** @param {number} at */
function time(at) {
  return formatTime(new Date(at));
}

/** @param {number} at */
function moment(at) {
  return formatMoment(new Date(at).toISOString());
}

/** @param {Point} point */
function linked({href, text}) {
  return href ? html`<a href=${href}>${text}</a>` : text;
}

define('ludo-plot', Plot);
