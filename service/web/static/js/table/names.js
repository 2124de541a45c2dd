// Names of things: from the words of the title, or else the id in words.

import {playerName} from '../core/seats.js';
import {formatNumber, t} from '../core/texts.js';

/** @typedef {import('../core/types.js').Choice} Choice */
/** @typedef {import('../core/types.js').Seat} Seat */
/** @typedef {import('../core/types.js').Words} Words */
/** @typedef {import('./state.js').TableState} TableState */

/**
 * Return the name of a field of a view.
 * @param {Words | null} words
 * @param {string} field
 */
export function fieldName(words, field) {
  return words?.fields[field] ?? name(words, field);
}

/**
 * Return the name of a thing: a piece, a place or a phase.
 * @param {Words | null} words
 * @param {string} id
 * @returns {string}
 */
export function name(words, id) {
  return words?.pieces[id] ?? words?.places[id] ?? words?.phases[id] ?? plain(id);
}

/** @param {string} id */
function plain(id) {
  return id.replaceAll('_', ' ');
}

/**
 * Return the name of a place or piece on the board, such as `D11` for `site:D11`.
 * @param {Words | null} words
 * @param {string} anchor
 */
export function anchorName(words, anchor) {
  const [kind = '', ...parts] = anchor.split(':');
  const named = parts.filter((part, at) => !(at === 0 && /^\d$/.test(part)));
  return named.length ? named.map((part) => name(words, part)).join(' ') : name(words, kind);
}

/**
 * Return a value of a view or command in words. Zeros, nothing and empty lists are empty texts.
 * @param {Words | null} words
 * @param {unknown} value
 * @param {string} [separator] The text between the parts of an object.
 * @returns {string}
 */
export function valueText(words, value, separator = ' · ') {
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return t('yes');
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string') return name(words, value);
  if (Array.isArray(value)) return listText(words, value);
  const {id} = /** @type {{id?: unknown}} */ (value);
  if (typeof id === 'string') return name(words, id);
  return Object.entries(value).flatMap(([key, part]) => {
    const field = fieldName(words, key);
    if (part === true) return field;
    const text = part && valueText(words, part, ', ');
    // a name can end with a number, such as "licences of value 1"
    return text ? `${field}${Array.isArray(part) || typeof part === 'string' ? '' : ':'} ${text}` : [];
  }).join(separator);
}

/**
 * @param {Words | null} words
 * @param {unknown[]} list
 */
function listText(words, list) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const one of list) {
    const parts = one && typeof one === 'object' && !('id' in one) ? Object.values(one) : [one];
    const text = parts.map((part) => valueText(words, part)).filter(Boolean).join(' ');
    if (text) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, number]) => (number > 1 ? `${number} × ${text}` : text)).join(', ');
}

/**
 * Return cost and effect of a choice, as the server notes them: `costs 3,000 · derricks +1`.
 * @param {Words | null} words
 * @param {Choice} choice
 */
export function terms(words, choice) {
  const parts = choice.cost ? [t('costs {amount}', {amount: formatNumber(choice.cost)})] : [];
  if (choice.effect) parts.push(...changes(words, choice.effect));
  if (choice.each) parts.push(t('each further: {changes}', {changes: changes(words, choice.each).join(', ')}));
  return parts.join(' · ');
}

/**
 * Return what the number of a choice counts, and how many of it the seat has, as the server notes it; null otherwise.
 * @param {Words | null} words
 * @param {Choice} choice
 * @returns {{unit: string, number: number} | null}
 */
export function heldOf(words, {held}) {
  const [first] = Object.entries(held ?? {});
  return first ? {unit: words?.holdings[first[0]] ?? name(words, first[0]), number: first[1]} : null;
}

/**
 * Return what a seat has more or less, such as `money +3,000`.
 * @param {Words | null} words
 * @param {Record<string, number>} amounts
 * @returns {string[]}
 */
export function changes(words, amounts) {
  return Object.entries(amounts).map(([held, amount]) => {
    const signed = `${amount < 0 ? '−' : '+'}${formatNumber(Math.abs(amount))}`;
    return `${words?.holdings[held] ?? name(words, held)}\u00a0${signed}`;
  });
}

/**
 * Return the name of the person of a seat, also after a resignation, when a bot plays on.
 * @param {Seat | undefined} seat
 * @param {readonly Seat[]} seats
 */
export function personName(seat, seats) {
  return seat?.resigned_name ?? playerName(seat, seats);
}

/**
 * Whether the person at the page plays a seat, also a game that is over.
 * @param {TableState} state
 * @param {number} seat
 */
export function isYou(state, seat) {
  return seat === state.seat && !state.game?.seats[seat]?.resigned;
}

/**
 * Return the name of the player of a seat: for the person at the page it is "You".
 * @param {TableState} state
 * @param {number} seat
 */
export function nameOrYou(state, seat) {
  const {seats = []} = state.game ?? {};
  return isYou(state, seat) ? t('You') : playerName(seats[seat], seats);
}

/**
 * Say of a seat whose player has resigned which bot plays on.
 * @param {Seat | undefined} seat
 */
export function resignedText(seat) {
  return seat?.resigned_name ? t('resigned, played on by {bot}', {bot: playerName(seat)}) : t('resigned');
}
