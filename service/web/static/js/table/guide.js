// The guide of a title, read once a page, and the style of what shows it.

import {get} from '../core/api.js';

/** @typedef {import('../core/types.js').Guide} Guide */
/** @typedef {import('../core/types.js').Explained} Explained */
/** @typedef {import('./state.js').TableState} TableState */

/** @type {Map<string, Promise<Guide>>} */
const guides = new Map();

/**
 * @param {string} title
 * @returns {Promise<Guide>}
 */
export function guideOf(title) {
  const known = guides.get(title) ?? get(`/v1/rulesets/${encodeURIComponent(title)}/guide`);
  guides.set(title, known);
  known.catch(() => guides.delete(title));
  return known;
}

/** Load the style sheet of explanations, once. */
export function styled() {
  const {href} = new URL('../../css/guide.css', import.meta.url);
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  document.head.append(link);
}

/**
 * Return the keys under which a thing with a kind and an id may be explained, the most specific first.
 * @param {string} kind
 * @param {string} id such as `token:0:manager`
 */
export function keysOf(kind, id) {
  const parts = (id.split('#')[0] ?? '').split(':').slice(1);
  return [...parts.map((part) => `${kind}:${part}`), kind, ...parts];
}

/**
 * Return what a mark of the page explains: `fact:money`, `choice:minos.build`, `course:0`, or the id of a symbol.
 * @param {string} mark
 * @param {Guide} guide
 * @param {TableState} state
 * @returns {Explained | null}
 */
export function explained(mark, guide, {words}) {
  const [kind = '', rest = ''] = mark.split(/:(.*)/s);
  if (kind === 'fact') return guide.facts[rest] ?? null;
  if (kind === 'choice') return guide.choices[rest] ?? null;
  if (kind === 'course') {
    const part = words?.course[Number(rest)];
    return part ? {name: part.name, effect: part.text, rule: part.rule} : null;
  }
  return symbol(keysOf(kind, mark), guide);
}

/**
 * @param {string[]} keys
 * @param {Guide} guide
 */
export function symbol(keys, guide) {
  const found = keys.find((key) => guide.symbols[key]);
  return found === undefined ? null : guide.symbols[found] ?? null;
}
