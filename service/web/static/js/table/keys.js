// The keys of a table, and the dialog that lists them. They are off while an input has the focus.

import {html} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {formatMoment, t} from '../core/texts.js';
import {lastText} from './alerts.js';
import {factsOf} from './facts.js';
import {playerName} from './names.js';

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
export function turnText(state) {
  if (state.isOver) return t('The game is over.');
  const texts = state.asked.map(({seat, due}) => {
    const name = seat === state.seat ? t('You') : playerName(state.game?.seats[seat]);
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

/** The dialog that lists the keys. */
export function keysDialog() {
  const keys = [
    ['?', t('show the keys')], ['/', t('search the choices')], ['l L', t('next or previous place that may be pressed')],
    ['m M', t('my next or previous piece')], ['← ↑ → ↓', t('move on the board')], ['Enter', t('press')],
    ['Esc', t('undo a press')], ['e', t('say the last event')], ['t', t('say whose turn it is, and until when')],
    ['i', t('say my money and income')], [', .', t('previous or next event')],
    ['< >', t('previous or next decision')], ['[ ]', t('previous or next turn or phase')],
    ['{ }', t('previous or next round')], ['Home End', t('first version, or the present')],
  ];
  return html`<dialog class="keys" aria-labelledby="keys-title"><h2 id="keys-title">${t('Keys')}</h2>
    <dl>${keys.map(([key, text]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${text}</dd></div>`)}</dl>
    <form method="dialog"><button class="primary">${t('Close')}</button></form></dialog>`;
}
