// The icons of what words name: those of the picture of the board, for choices, dice and sentences.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {GLYPHS} from '../board/icons/symbols.js';

/** The fields of commands and events that name no thing: their values can look like one. */
const OTHERS = new Set(['type', 'seat', 'card']);
/** How many icons stand with a text at most. */
const MOST = 6;

/**
 * Return the icon of a thing, for those who see: its name stands beside it. Nothing for a thing without one.
 * @param {string} id
 */
export function glyph(id) {
  const d = GLYPHS[id];
  return d ? html`<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><path d=${d} /></svg>` : nothing;
}

/**
 * Return the icons of what a command or an event is about.
 * @param {unknown} fields
 */
export function glyphsIn(fields) {
  const found = [...new Set(thingsIn(fields))].filter((id) => id in GLYPHS).slice(0, MOST);
  return found.length ? html`<span class="glyphs">${found.map(glyph)}</span>` : nothing;
}

/**
 * Return the ids in the values of fields, and those that are counted. `worker_gas` names two things.
 * @param {unknown} value
 * @returns {string[]}
 */
function thingsIn(value) {
  if (typeof value === 'string') return value in GLYPHS ? [value] : value.split('_');
  if (!value || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, part]) => {
    if (OTHERS.has(key)) return [];
    return typeof part === 'number' ? (part > 0 ? [key] : []) : thingsIn(part);
  });
}
