// A place where people talk: the table of a game, or a tournament.

import {invitation} from '../core/api.js';

/**
 * @typedef {object} PlaceFields
 * @property {string} path The address of the game or tournament.
 * @property {import('../core/types.js').Me | null} person
 * @property {boolean} isOver
 * @property {Map<string, string>} away Until when players are away who have said so.
 * @property {() => void} emit Fires `change`.
 */
/** @typedef {EventTarget & PlaceFields} Place Fires `talk` with a message, and `connected` with a stream. */

/** @param {Place} place */
export function isGame(place) {
  return place.path.startsWith('/v1/games/');
}

/**
 * Whether a stream sends the messages.
 * @param {Place} place
 */
export function isFollowed(place) {
  return isGame(place) && !place.isOver && invitation() === null;
}

const STYLE = 'css/talk.css';

/** Load the style sheet of messages and notes, unless the page has it. */
export function styled() {
  if (document.querySelector(`link[href$="${STYLE}"], link[data-sheets~="${STYLE}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL(`../../${STYLE}`, import.meta.url).href;
  document.head.append(link);
}
