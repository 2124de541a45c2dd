// The slider over all versions, with rounds and turns as marks.

import {html, svg} from '../../vendor/lit-html/lit-html.js';
import {live} from '../../vendor/lit-html/directives/live.js';
import {t} from '../core/texts.js';

/** @typedef {import('../core/types.js').ReplayLine} Line */
/** @typedef {import('./replay.js').Replay} Replay */

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
      @input=${(/** @type {Event} */ event) => moved(replay, /** @type {HTMLInputElement} */ (event.target))}
      @keydown=${(/** @type {KeyboardEvent} */ event) => paged(replay, event)}></div>`;
}

/**
 * @param {Replay} replay
 * @param {HTMLInputElement} input
 */
function moved(replay, input) {
  replay.scrub(input.valueAsNumber);
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
