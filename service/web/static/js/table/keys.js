// The keys of a table. They are off while an input has the focus.

import {announce} from '../core/announce.js';
import {lastText} from './alerts.js';

/** @typedef {import('./state.js').TableState} TableState */
/** @typedef {HTMLElement & {nextTarget?: (step: number) => void, ownPieces?: (step: number) => void}} Board */

/**
 * @typedef {object} Actions
 * @property {() => Board | null} board
 * @property {() => void} search
 * @property {() => boolean} undo
 * @property {() => void} again
 * @property {() => void} told
 * @property {() => void} help
 */

/**
 * Listen to the keys of the page.
 * @param {TableState} state
 * @param {Actions} actions
 * @param {AbortSignal} signal
 */
export function listen(state, actions, signal) {
  /** Say what is loaded when it is asked for. @param {'turnText' | 'ownText'} name */
  const say = (name) => import('./key_texts.js').then((texts) => announce(texts[name](state)), () => {});
  /** @type {Record<string, () => void>} */
  const keys = {
    '?': () => actions.help(),
    '/': () => actions.search(),
    l: () => actions.board()?.nextTarget?.(1),
    L: () => actions.board()?.nextTarget?.(-1),
    m: () => actions.board()?.ownPieces?.(1),
    M: () => actions.board()?.ownPieces?.(-1),
    s: () => actions.told(),
    p: () => actions.again(),
    e: () => announce(lastText(state)),
    t: () => say('turnText'),
    i: () => say('ownText'),
    n: () => import('../core/waiting.js').then(({goToNext}) => goToNext(), () => {}),
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
