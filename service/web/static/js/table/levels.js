// Who may write at a table or a tournament, in words and as fields.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {t} from '../core/texts.js';

/** @typedef {import('../core/types.js').Talk} Talk */

/** @type {Record<string, () => string>} */
const LEVELS = {
  all: () => t('Players and spectators'),
  players: () => t('Only players'),
  off: () => t('No one'),
};

/** The lines that say who has changed it. @type {Record<string, (name: string) => string>} */
export const LEVEL_SET = {
  all: (name) => t('{name} allows players and spectators to write.', {name}),
  players: (name) => t('{name} allows only players to write.', {name}),
  off: (name) => t('{name} has turned talk off.', {name}),
};

/**
 * Return the fields that set who may write; a tournament also sets what its games allow at most.
 * @param {Talk} talk
 * @param {boolean} isGame
 * @param {(body: {talk: string, games?: string}) => void} set
 */
export function levelFields(talk, isGame, set) {
  const games = talk.games ?? 'all';
  return html`${select(t('Who may write'), talk.talk, (level) => set(isGame ? {talk: level} : {talk: level, games}))}
    ${isGame ? nothing
      : select(t('Who may write in the games'), games, (level) => set({talk: talk.talk, games: level}))}`;
}

/**
 * @param {string} label
 * @param {string} current
 * @param {(level: string) => void} set
 */
function select(label, current, set) {
  return html`<label>${label} <select
    @change=${(/** @type {Event} */ event) => set(/** @type {HTMLSelectElement} */ (event.target).value)}>
    ${Object.entries(LEVELS).map(([level, name]) => html`<option value=${level}
      .selected=${level === current}>${name()}</option>`)}</select></label>`;
}
