// The versions of a game: the views as patches, with their events, marks and scores.

import {getText} from '../core/api.js';
import {NDJSON, partAddress} from '../table/addresses.js';
import {toYou} from '../table/batches.js';

/** @typedef {import('../core/types.js').ReplayLine} Line */
/** @typedef {import('../core/types.js').PatchOperation} Operation */
/** @typedef {Record<string, any>} View The view of a title: its fields depend on the title. */

/** Every so many versions a view is kept whole, so that a jump applies fewer patches than this. */
const KEPT = 50;

export class GameHistory {
  /** @type {Line[]} The known versions, in order and without gaps. */ lines = [];
  /** @type {Map<number, View>} Whole views by version. */ #whole = new Map();
  /** @type {{version: number, view: View} | null} The view that was asked for last. */ #shown = null;
  /** @type {View} */ #newest = {};
  /** @type {Promise<void> | null} */ #reading = null;

  /**
   * @param {string} path The address of the game in the API.
   * @param {string | null} as The viewer, if it is not that of the person.
   * @param {number | null} [start] The first version; null: the one at which the game started.
   */
  constructor(path, as, start = null) {
    this.path = path;
    this.as = as;
    this.start = start;
  }

  /** The first version with a view; 0 before it is known. */
  get first() {
    return this.lines[0]?.version ?? 0;
  }

  /** The last known version. */
  get last() {
    return this.lines.at(-1)?.version ?? 0;
  }

  /**
   * Read the versions up to one, in pages. Calls during a reading share it.
   * @param {number} version
   * @param {AbortSignal} signal
   * @param {() => void} progress Called after each page.
   */
  async load(version, signal, progress) {
    while ((!this.last || this.last < version) && !signal.aborted) {
      this.#reading ??= this.#page(signal).finally(() => {
        this.#reading = null;
      });
      const before = this.last;
      await this.#reading;
      if (this.last === before) return;
      progress();
    }
  }

  /**
   * Read the versions after the last known one: as many as a response has.
   * @param {AbortSignal} signal
   */
  async #page(signal) {
    const from = this.last ? this.last + 1 : this.start;
    const address = partAddress(this.path, 'views', this.as, from === null ? {} : {from});
    const text = await getText(address, {signal, ...NDJSON});
    this.add(text.split('\n').filter(Boolean).map((line) => JSON.parse(line)));
  }

  /** @param {Line[]} lines */
  add(lines) {
    for (const line of lines) {
      this.#newest = line.view ?? patched(this.#newest, line.patch ?? []);
      this.lines.push({...line, event: toYou(line.event)});
      if (line.view || line.version % KEPT === 0) this.#whole.set(line.version, this.#newest);
    }
  }

  /**
   * Return the line of a known version.
   * @param {number} version
   */
  line(version) {
    return this.lines[version - this.first];
  }

  /**
   * Return the view of a known version.
   * @param {number} version
   * @returns {View}
   */
  view(version) {
    let from = version;
    while (!this.#whole.has(from) && from !== this.#shown?.version) from -= 1;
    let view = this.#whole.get(from) ?? /** @type {View} */ (this.#shown?.view);
    for (let at = from + 1; at <= version; at += 1) view = patched(view, this.line(at)?.patch ?? []);
    this.#shown = {version, view};
    return view;
  }

  /**
   * Return the last lines up to a version.
   * @param {number} version
   * @param {number} count
   * @returns {Line[]}
   */
  before(version, count) {
    const end = version + 1 - this.first;
    return this.lines.slice(Math.max(0, end - count), end);
  }

  /**
   * Return the events of a decision up to a version: the decision and what followed from it.
   * @param {number} version
   * @returns {Line[]}
   */
  decision(version) {
    const cause = this.line(version)?.event.cause ?? version;
    return this.lines.slice(Math.max(0, cause - this.first), version + 1 - this.first);
  }
}

/**
 * Return a value after the operations of a JSON Patch (RFC 6902): the service sends `add`, `remove` and `replace`.
 * The given value stays as it is; what does not change is shared with it.
 * @param {any} value
 * @param {readonly Operation[]} operations
 * @returns {any}
 */
function patched(value, operations) {
  return operations.reduce((before, operation) => applied(before, parts(operation.path), operation), value);
}

/**
 * Return the parts of a JSON Pointer (RFC 6901).
 * @param {string} path
 */
function parts(path) {
  return path.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * @param {any} before
 * @param {string[]} path
 * @param {Operation} operation
 * @returns {any}
 */
function applied(before, [name, ...rest], operation) {
  if (name === undefined) return operation.value;
  if (rest.length) return withMember(before, name, applied(before[name], rest, operation));
  if (Array.isArray(before)) return withItem(before, name, operation);
  if (operation.op !== 'remove') return withMember(before, name, operation.value);
  return Object.fromEntries(Object.entries(before).filter(([key]) => key !== name));
}

/**
 * @param {any} before
 * @param {string} name
 * @param {unknown} value
 */
function withMember(before, name, value) {
  return Array.isArray(before) ? before.with(Number(name), value) : {...before, [name]: value};
}

/**
 * @param {unknown[]} before
 * @param {string} name An index, or `-`: after the last item.
 * @param {Operation} operation
 */
function withItem(before, name, {op, value}) {
  const at = name === '-' ? before.length : Number(name);
  if (op === 'add') return before.toSpliced(at, 0, value);
  return op === 'remove' ? before.toSpliced(at, 1) : before.with(at, value);
}
