// The keys of a table. They are off while an input has the focus.

import {announce} from '../core/announce.js';
import {playerName} from '../core/seats.js';
import {formatMoment, t} from '../core/texts.js';
import {lastText} from './alerts.js';
import {factsOf} from './facts.js';

/** @typedef {import('./state.js').TableState} TableState */
/** @typedef {HTMLElement & {nextTarget?: (step: number) => void, ownPieces?: (step: number) => void}} Board */

/**
 * @typedef {object} Actions
 * @property {() => Board | null} board
 * @property {() => void} search
 * @property {() => boolean} undo
 * @property {() => void} help
 */

/**
 * Listen to the keys of the page.
 * @param {TableState} state
 * @param {Actions} actions
 * @param {AbortSignal} signal
 */
export function listen(state, actions, signal) {
  /** @type {Record<string, () => void>} */
  const keys = {
    '?': () => actions.help(),
    '/': () => actions.search(),
    l: () => actions.board()?.nextTarget?.(1),
    L: () => actions.board()?.nextTarget?.(-1),
    m: () => actions.board()?.ownPieces?.(1),
    M: () => actions.board()?.ownPieces?.(-1),
    e: () => announce(lastText(state)),
    t: () => announce(turnText(state)),
    i: () => announce(ownText(state)),
  };
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.key === 'Escape') {
      if (actions.undo()) event.preventDefault();
      return;
    }
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }, {signal});
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof Element && target.closest('input, select, textarea, dialog[open]') !== null;
}

/**
 * Return whose turn it is and until when.
 * @param {TableState} state
 */
function turnText(state) {
  if (state.isOver) return t('The game is over.');
  const texts = state.asked.map(({seat, due}) => {
    const name = seat === state.seat ? t('You') : playerName(state.game?.seats[seat], state.game?.seats);
    return due ? t('{name}, until {moment}', {name, moment: formatMoment(due)}) : name;
  });
  return texts.length ? t('To act: {names}', {names: texts.join('; ')}) : t('No player has to act.');
}

/** @param {TableState} state */
function ownText(state) {
  const {seat, view, words} = state;
  const player = seat === null ? null : view?.['players']?.[seat];
  if (!player) return t('You have no seat.');
  const facts = factsOf(words, player, new Set());
  const main = facts.filter(({isMain}) => isMain);
  return (main.length ? main : facts).map(({label, text}) => `${label}: ${text}`).join('. ');
}
