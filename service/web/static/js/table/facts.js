// The facts of a view about a seat and the table, for any title: numbers, names and lists, with field names.

import {get} from '../core/api.js';
import {formatNumber} from '../core/texts.js';
import {fieldName, valueText} from './names.js';

/** @typedef {import('../core/types.js').Words} Words */
/** @typedef {import('./state.js').TableState} TableState */
/** @typedef {{field: string, label: string, text: string, isHidden: boolean, isMain: boolean}} Fact */

/** The fields that are shown larger, before the others. */
const MAIN = ['money', 'income'];
/** The fields of a view that the page shows elsewhere, or that the board shows. */
const ELSEWHERE = new Set([
  'type', 'game', 'version', 'data_set', 'viewer', 'round', 'phase', 'phase_name', 'first_player', 'awaiting',
  'players', 'sites',
  'fields', 'areas', 'places', 'clocks', 'paused_until', 'start', 'start_beside', 'ended', 'ending', 'sides',
  'pieces',
]);

/**
 * Return the facts of a view about a seat.
 * @param {Words | null} words
 * @param {Record<string, any>} player
 * @param {ReadonlySet<string>} hidden The fields that only the player sees.
 * @returns {Fact[]}
 */
export function factsOf(words, player, hidden) {
  const facts = Object.entries(player).flatMap(([field, value]) => {
    if (field === 'seat' || value === false) return [];
    const text = value === true ? '' : typeof value === 'number' ? formatNumber(value) : valueText(words, value);
    if (!text && value !== true) return [];
    const label = fieldName(words, field);
    return [{field, label, text, isHidden: hidden.has(field), isMain: MAIN.includes(field)}];
  });
  return [...facts.filter(({isMain}) => isMain), ...facts.filter(({isMain}) => !isMain)];
}

/**
 * Return the facts of a view about the table.
 * @param {Words | null} words
 * @param {Record<string, any>} view
 * @returns {[label: string, text: string, field: string][]}
 */
export function tableFacts(words, view) {
  return Object.entries(view).flatMap(([field, value]) => {
    if (ELSEWHERE.has(field) || value === null) return [];
    const named = Array.isArray(value) && value.every((one) => one?.prices) ? priceList(value) : null;
    /** @type {[string, unknown][]} */
    const pairs = named ?? [[fieldName(words, field), value]];
    return pairs
      .map(([label, one]) => /** @type {[string, string, string]} */ ([label, valueText(words, one), field]))
      .filter(([, text]) => text);
  });
}

/**
 * @param {Record<string, any>[]} list
 * @returns {[string, unknown][]}
 */
function priceList(list) {
  return list.map((one) => [String(one['name'] ?? ''), one['prices']]);
}

/**
 * The fields of the own seat that are hidden from the others: those that the public view of the same version lacks.
 * A field is asked about once.
 */
export class HiddenFields {
  /** @type {Set<string>} */ hidden = new Set();
  /** @type {Set<string>} */ #known = new Set();

  /**
   * @param {TableState} state
   * @returns {Promise<boolean>} Whether the page has to be rendered again.
   */
  async learn(state) {
    const {live, seat} = state;
    if (!live || seat === null || state.isOver) return false;
    const players = /** @type {Record<string, any>[]} */ (live['players']);
    const own = players[seat];
    const others = players.filter((one) => one !== own);
    const unknown = Object.keys(own ?? {}).filter(
      (field) => !this.#known.has(field) && own?.[field] !== null && others.every((one) => !one[field]),
    );
    const asked = unknown.filter((field) => typeof own?.[field] === 'object');
    if (!asked.length) return false;
    for (const field of asked) this.#known.add(field);
    const found = await get(`${state.path}/view?as=public&at=${live['version']}`).catch(() => null);
    for (const field of found ? asked : []) if (found.players[seat]?.[field] === null) this.hidden.add(field);
    return this.hidden.size > 0;
  }
}
