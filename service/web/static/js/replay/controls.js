// The controls of a replay: steps, playing, speed, viewer, link.

import {html, nothing, svg} from '../../vendor/lit-html/lit-html.js';
import {formatNumber, t} from '../core/texts.js';
import {playerName} from '../table/names.js';
import {addressOf} from './link.js';
import {hasTurns} from './steps.js';

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
    <button @click=${() => replay.openDetails()}>${t('Scores and draws')}</button>
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
  return html`<span class="steps steps-${unit}">
    <button aria-label=${previous} title=${previous} ?disabled=${at <= (history?.first ?? 0)}
      @click=${() => replay.step(unit, -1)}>‹</button>
    <span aria-hidden="true">${name}</span>
    <button aria-label=${next} title=${next} ?disabled=${at >= last} @click=${() => replay.step(unit, 1)}>›</button>
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
    ...seats.map((one) => [`seat:${one.seat}`, playerName(one)]),
    ...(isOver ? [['full', t('All secrets')]] : []),
  ];
  if (!history || found.length < 2) return nothing;
  const viewer = history.view(history.first)['viewer'];
  return html`<label><span class="visually-hidden">${t('See the game as')}</span>
    <select class="replay-viewer" @change=${(/** @type {Event} */ event) => {
      // a new page: nothing that the last viewer saw stays on it
      location.assign(addressOf(at, /** @type {HTMLSelectElement} */ (event.target).value));
    }}>${found.map(([value, name]) => html`<option value=${value} ?selected=${value === viewer}>
      ${name}</option>`)}</select></label>`;
}
