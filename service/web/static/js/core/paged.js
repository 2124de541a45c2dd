// A list of the API that is read page by page.

import {html} from '../../vendor/lit-html/lit-html.js';
import {get} from './api.js';
import {t} from './texts.js';

/** @typedef {import('./element.js').LudoElement} LudoElement */

/** The most rows that are read again at once: a person who wants more presses "More". */
const RELOADED = 100;

/**
 * A list with its pages so far. Its element is rendered after each change.
 * @template Row
 */
export class Paged {
  /** @type {Row[] | null} null until the first page has come */
  items = null;
  /** @type {string | null} */
  next = null;
  /** @type {Error | null} */
  problem = null;
  /** What was asked for last: the page, null for the first one, and the number of rows. */
  /** @type {[cursor: string | null, least: number]} */
  #asked = [null, 0];
  #request = 0;

  /**
   * @param {LudoElement} element
   * @param {string} path with its query
   */
  constructor(element, path) {
    this.element = element;
    this.path = path;
  }

  /** Read the first page. */
  async load() {
    await this.#read(null);
  }

  /** Read the list again, as far as it is shown. */
  async reload() {
    await this.#read(null, Math.min(this.items?.length ?? 0, RELOADED));
  }

  /** Read the next page. */
  async more() {
    if (this.next) await this.#read(this.next);
  }

  /** Read the page again that could not be read. */
  async again() {
    await this.#read(...this.#asked);
  }

  /**
   * @param {string | null} cursor
   * @param {number} least The number of rows to read, if there are as many
   */
  async #read(cursor, least = 0) {
    const request = ++this.#request;
    this.#asked = [cursor, least];
    try {
      let [items, next] = [cursor ? this.items ?? [] : [], cursor];
      do {
        const page = await get(this.#pathOf(next), {signal: this.element.leaving});
        if (request !== this.#request) return;
        const known = new Set(items.map(keyOf));
        // a row that has changed since may stand at the beginning of the list
        items = [...items, ...page.items.filter((/** @type {Row} */ row) => !known.has(keyOf(row)))];
        next = page.next;
      } while (next && items.length < least);
      [this.items, this.next, this.problem] = [items, next, null];
    } catch (error) {
      if (this.element.leaving.aborted || request !== this.#request) return;
      this.problem = /** @type {Error} */ (error);
    }
    this.element.update();
  }

  /** @param {string | null} cursor */
  #pathOf(cursor) {
    if (!cursor) return this.path;
    return `${this.path}${this.path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
  }
}

/**
 * Return what is the same for one row, although the row changes: its id, or else the row itself.
 * @param {unknown} row
 */
function keyOf(row) {
  return /** @type {{id?: string}} */ (row).id ?? row;
}

/**
 * Show a list: a placeholder until it has come, its rows, the button for more; or its problem with a button to retry.
 * @template Row
 * @param {Paged<Row>} list
 * @param {(rows: Row[]) => unknown} rows
 * @param {unknown} empty What is shown for an empty list
 */
export function pagedView(list, rows, empty) {
  if (list.problem) return problemView(list.problem, () => list.again());
  if (!list.items) return skeleton();
  if (!list.items.length) return html`<p class="muted">${empty}</p>`;
  return html`${rows(list.items)}
    ${list.next ? html`<p><button type="button" @click=${() => list.more()}>${t('More')}</button></p>` : ''}`;
}

/** The place of what is still loading. */
export function skeleton() {
  return html`<div class="skeleton" role="status"><span class="visually-hidden">${t('Loading')}</span></div>`;
}

/**
 * @param {Error} problem
 * @param {() => void} [retry]
 */
export function problemView(problem, retry) {
  return html`<div class="problem" role="alert"><p>${problem.message}</p>
    ${retry ? html`<button type="button" @click=${retry}>${t('Try again')}</button>` : ''}</div>`;
}
