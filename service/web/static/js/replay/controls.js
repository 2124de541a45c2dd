// The controls of a replay: the slider over all versions with its marks, steps, playing, speed, viewer, link.

import {html, nothing, svg} from '../../vendor/lit-html/lit-html.js';
import {live} from '../../vendor/lit-html/directives/live.js';
import {playerName} from '../core/seats.js';
import {formatNumber, t} from '../core/texts.js';
import {addressOf} from './link.js';
import {hasTurns} from './steps.js';

/** @typedef {import('../core/types.js').ReplayLine} Line */
/** @typedef {import('./replay.js').Replay} Replay */
/** @typedef {import('./steps.js').Unit} Unit */

const SPEEDS = [0.5, 1, 2, 4, 8];

/**
 * The controls that every page shows: playing, and steps by turns and events.
 * @param {Replay} replay
 */
export function buttons(replay) {
  const {isPlaying} = replay;
  const isTurns = hasTurns(replay.history?.lines ?? []);
  return html`<div class="replay-main">
    <button class="primary play" aria-label=${isPlaying ? t('Pause') : t('Play')} @click=${() => replay.toggle()}>
      <svg viewBox="0 0 14 14" aria-hidden="true">${svg`<path d=${isPlaying ? 'M2 1h4v12H2zM8 1h4v12H8z'
        : 'M2 0l11 7-11 7z'} />`}</svg></button>
    ${isTurns ? steps(replay, 'turn', t('Turn'), t('Previous turn'), t('Next turn'))
      : steps(replay, 'turn', t('Phase'), t('Previous phase'), t('Next phase'))}
    ${steps(replay, 'event', t('Event'), t('Previous event'), t('Next event'))}
    <button class="replay-more" aria-expanded=${String(replay.hasMore)} aria-label=${t('More controls')}
      @click=${() => {
        replay.hasMore = !replay.hasMore;
        replay.update();
      }}>⋯</button></div>`;
}

/**
 * The controls that a narrow page shows on demand.
 * @param {Replay} replay
 */
export function extra(replay) {
  return html`<div class="replay-extra">
    ${steps(replay, 'decision', t('Decision'), t('Previous decision'), t('Next decision'))}
    ${steps(replay, 'round', t('Round'), t('Previous round'), t('Next round'))}
    <label><span class="visually-hidden">${t('Speed')}</span>
      <select @change=${(/** @type {Event} */ event) => {
        replay.speed = Number(/** @type {HTMLSelectElement} */ (event.target).value);
        replay.update();
      }}>${SPEEDS.map((speed) => html`<option value=${speed} ?selected=${speed === replay.speed}>
        ${formatNumber(speed)}×</option>`)}</select></label></div>`;
}

/**
 * The viewer, the link and the tables.
 * @param {Replay} replay
 */
export function tools(replay) {
  const {copied, game} = replay;
  return html`<div class="replay-tools">
    ${viewers(replay)}
    <button @click=${() => replay.copy()}>${copied ? t('Link copied') : t('Copy link')}</button>
    <button @click=${() => replay.openDetails()}>
      ${game?.status === 'ended' ? t('Analysis') : t('Scores and draws')}</button>
    <button class="replay-close" @click=${() => replay.close()}>
      ${game?.status === 'running' ? t('Back to live') : t('Close the replay')}</button></div>`;
}

/**
 * @param {Replay} replay
 * @param {Unit} unit
 * @param {string} name
 * @param {string} previous
 * @param {string} next
 */
function steps(replay, unit, name, previous, next) {
  const {at, history, last} = replay;
  const [isFirst, isLast] = [at <= (history?.first ?? 0), at >= last];
  // a disabled button would lose the focus
  return html`<span class="steps steps-${unit}">
    <button aria-label=${previous} title=${previous} aria-disabled=${String(isFirst)}
      @click=${() => isFirst || replay.step(unit, -1)}>‹</button>
    <span aria-hidden="true">${name}</span>
    <button aria-label=${next} title=${next} aria-disabled=${String(isLast)}
      @click=${() => isLast || replay.step(unit, 1)}>›</button>
  </span>`;
}

/**
 * The choice of the viewer, among those that the person may be: all after the end, else the own seat and the public.
 * @param {Replay} replay
 */
function viewers(replay) {
  const {at, game, history, seat} = replay;
  const isOver = game?.status === 'ended' || game?.status === 'abandoned';
  const seats = (game?.seats ?? []).filter((one) => isOver || one.seat === seat);
  const found = [
    ['public', t('Everybody')],
    ...seats.map((one) => [`seat:${one.seat}`, playerName(one, game?.seats)]),
    ...(isOver ? [['full', t('All secrets')]] : []),
  ];
  if (!history || found.length < 2) return nothing;
  const viewer = history.view(history.first)['viewer'];
  return html`<label><span class="visually-hidden">${t('See the game as')}</span>
    <select class="replay-viewer">${found.map(([value, name]) => html`<option value=${value}
      ?selected=${value === viewer}>${name}</option>`)}</select></label>
    <button @click=${(/** @type {Event} */ event) => {
      const select = /** @type {HTMLElement} */ (event.target).parentElement?.querySelector('select');
      // a new page: nothing that the last viewer saw stays on it
      location.assign(addressOf(at, select?.value ?? null));
    }}>${t('Show')}</button>`;
}

/**
 * @param {Replay} replay
 */
export function slider(replay) {
  const {at, history, last} = replay;
  if (!history) return null;
  const {first, lines} = history;
  return html`<div class="replay-slider">
    <svg viewBox=${`${first} 0 ${Math.max(1, last - first)} 10`} preserveAspectRatio="none" aria-hidden="true">
      ${marks(lines)}</svg>
    <input type="range" min=${first} max=${last} step="1" .value=${live(String(at))}
      aria-label=${t('Version')}
      aria-valuetext=${t('Version {version}: {text}', {version: at, text: replay.sentence})}
      @input=${(/** @type {Event} */ event) => replay.scrub(
        /** @type {HTMLInputElement} */ (event.target).valueAsNumber,
      )}
      @keydown=${(/** @type {KeyboardEvent} */ event) => paged(replay, event)}></div>`;
}

/**
 * Page Up and Page Down step by turns.
 * @param {Replay} replay
 * @param {KeyboardEvent} event
 */
function paged(replay, event) {
  const direction = event.key === 'PageUp' ? 1 : event.key === 'PageDown' ? -1 : null;
  if (direction === null) return;
  event.preventDefault();
  void replay.step('turn', direction);
}

/** @type {WeakMap<readonly Line[], {count: number, drawn: unknown}>} */
const drawnMarks = new WeakMap();

/**
 * The marks: a long line for each round, a short one for each turn or phase. Drawn once for the known versions.
 * @param {readonly Line[]} lines
 */
export function marks(lines) {
  const known = drawnMarks.get(lines);
  if (known?.count === lines.length) return known.drawn;
  const path = (/** @type {(line: Line) => boolean} */ isWanted, /** @type {string} */ stroke) => lines
    .filter(isWanted).map(({version}) => `M${version} ${stroke}`).join('');
  const drawn = svg`
    <path class="mark-turn" d=${path(({mark}) => mark !== undefined && mark.begins !== 'round', '3v4')} />
    <path class="mark-round" d=${path(({mark}) => mark?.begins === 'round', '0v10')} />`;
  drawnMarks.set(lines, {count: lines.length, drawn});
  return drawn;
}
