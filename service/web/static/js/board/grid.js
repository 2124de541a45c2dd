// The board as a grid for keyboard and screen reader: a cell for each place, rows from north to south.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {t} from '../core/texts.js';

/** @typedef {import('./types.d.ts').PlaceInfo} PlaceInfo */
/** @typedef {import('./types.d.ts').Piece} Piece */
/** @typedef {{key: string, x: number, y: number, ids: string[], name: string}} Cell */
/** @typedef {{cell: Cell, row: number, column: number}} Found */

/** Units in which places are in one row. */
const ROW = 34;
const LOOSE = 'loose:';

export class Grid {
  /** The key of the cell that has the tab stop. */
  current = '';
  /** @type {Cell[][]} */
  #fixed;
  /** @type {Cell[][]} */
  rows;
  /** @type {Set<string>} */
  targets = new Set();
  /** @type {Set<string>} */
  chosen = new Set();
  /** @type {Map<string, Piece[]>} */
  #standing = new Map();
  /** What lies beside a cell, in words, by its key. @type {Map<string, string>} */
  beside = new Map();
  /** The names of rows, by the key of their first cell. @type {Map<string, string>} */
  names = new Map();

  /**
   * @param {PlaceInfo[]} places
   * @param {(place: PlaceInfo) => string} nameOf
   */
  constructor(places, nameOf) {
    this.#fixed = this.rows = rowsOf(places, nameOf);
    this.current = this.rows[0]?.[0]?.key ?? '';
  }

  /**
   * Update the cells from the pieces on the board. Targets without a place are a separate row.
   * @param {Piece[]} pieces
   * @param {string[]} targets
   * @param {string[]} chosen
   * @param {(id: string) => string} nameOf the name of a piece
   */
  fill(pieces, targets, chosen, nameOf) {
    this.targets = new Set(targets);
    this.chosen = new Set(chosen);
    this.#standing.clear();
    for (const piece of pieces) this.#standing.set(piece.place, [...(this.#standing.get(piece.place) ?? []), piece]);
    const known = new Set(this.#fixed.flat().flatMap(({ids}) => ids));
    const loose = [...new Set([...targets, ...chosen])].filter((id) => !known.has(id));
    const row = loose.map((id) => {
      return {key: LOOSE + id, x: 0, y: 0, ids: [id], name: this.#looseName(id, pieces, nameOf)};
    });
    this.rows = row.length ? [...this.#fixed, row] : this.#fixed;
    if (!this.#find(this.current)) this.current = this.rows[0]?.[0]?.key ?? '';
  }

  /**
   * Return the name of a target that is no place: a piece with its place, or what the parts of the id name.
   * @param {string} id
   * @param {Piece[]} pieces
   * @param {(id: string) => string} nameOf
   */
  #looseName(id, pieces, nameOf) {
    const piece = pieces.find((one) => one.id.split('#')[0] === id);
    if (piece) {
      const place = this.cell(this.keyOf(piece.place) ?? '');
      return place ? `${piece.label}, ${place.name}` : piece.label;
    }
    const [, name = id, last = name] = id.split(':');
    return [last, name].map(nameOf).find((word, number) => word !== [last, name][number]) ?? id;
  }

  /** The id that Enter picks in a cell: a target that is not chosen yet, or what is chosen. @param {Cell} cell */
  pickOf({ids}) {
    const open = ids.find((id) => this.targets.has(id) && !this.chosen.has(id));
    return open ?? ids.find((id) => this.chosen.has(id)) ?? null;
  }

  /** @param {string} key */
  cell(key) {
    return this.#find(key)?.cell ?? null;
  }

  /** @param {string} id */
  keyOf(id) {
    return this.rows.flat().find(({ids}) => ids.includes(id))?.key ?? null;
  }

  /**
   * Move to the next cell of some; `step` may be negative.
   * @param {number} step
   * @param {(cell: Cell) => boolean} isWanted
   */
  jump(step, isWanted) {
    const cells = this.rows.flat();
    const start = cells.findIndex(({key}) => key === this.current);
    for (let number = 1; number <= cells.length; number++) {
      const cell = cells[(start + number * Math.sign(step) + cells.length * 2) % cells.length];
      if (cell && isWanted(cell)) {
        this.current = cell.key;
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a cell has a piece of a seat.
   * @param {Cell} cell
   * @param {number} seat
   */
  holds({ids}, seat) {
    return ids.some((id) => (this.#standing.get(id) ?? []).some((piece) => piece.seat === seat));
  }

  /**
   * Move by a key: arrows, Home and End of the row, with Control of the grid.
   * @param {KeyboardEvent} event
   */
  move({key, ctrlKey}) {
    const found = this.#find(this.current);
    if (!found) return false;
    const {row, column, cell} = found;
    const line = this.rows[row] ?? [];
    const to = {
      ArrowLeft: () => line[column - 1],
      ArrowRight: () => line[column + 1],
      ArrowUp: () => nearest(this.rows[row - 1], cell),
      ArrowDown: () => nearest(this.rows[row + 1], cell),
      Home: () => (ctrlKey ? this.rows[0]?.[0] : line[0]),
      End: () => (ctrlKey ? this.rows.at(-1)?.at(-1) : line.at(-1)),
    }[key];
    if (!to) return false;
    this.current = to()?.key ?? this.current;
    return true;
  }

  view() {
    return html`<div role="grid" aria-label=${t('Board')} aria-rowcount=${this.rows.length}>
      ${this.rows.map((row, at) => html`<div role="row" aria-label=${
        this.names.get(row[0]?.key ?? '')
          ?? (row[0]?.key.startsWith(LOOSE) ? t('Not on the board') : t('Row {number}', {number: at + 1}))
      }>${row.map((cell) => this.#cellView(cell))}</div>`)}
    </div>`;
  }

  /** @param {Cell} cell */
  #cellView(cell) {
    const isChosen = cell.ids.some((id) => this.chosen.has(id));
    return html`<span role="gridcell" data-key=${cell.key} tabindex=${cell.key === this.current ? 0 : -1}
      aria-selected=${isChosen ? 'true' : nothing}
      aria-description=${this.beside.get(cell.key) ?? nothing}>${this.labelOf(cell)}</span>`;
  }

  /** @param {Cell} cell */
  labelOf({ids, name}) {
    const parts = [name];
    for (const id of ids)
      for (const {label, count} of this.#standing.get(id) ?? []) {
        parts.push(count > 1 && !label.includes(String(count)) ? `${count} × ${label}` : label);
      }
    if (ids.some((id) => this.targets.has(id))) parts.push(t('legal target'));
    if (ids.some((id) => this.chosen.has(id))) parts.push(t('chosen'));
    return parts.join(', ');
  }

  /**
   * @param {string} key
   * @returns {Found | null}
   */
  #find(key) {
    for (const [row, cells] of this.rows.entries()) {
      const column = cells.findIndex((cell) => cell.key === key);
      const cell = cells[column];
      if (cell) return {cell, row, column};
    }
    return null;
  }
}

/**
 * Return places in rows of their sections, from top to bottom and left to right. Places with one centre share a cell.
 * @param {PlaceInfo[]} places
 * @param {(place: PlaceInfo) => string} nameOf
 */
function rowsOf(places, nameOf) {
  /** @type {Map<string, Map<string, Cell>>} */
  const sections = new Map();
  for (const place of places) {
    const {id, section, x, y} = place;
    const cells = sections.get(section) ?? new Map();
    sections.set(section, cells);
    const key = `${section} ${x} ${y}`;
    const cell = cells.get(key);
    if (cell) {
      cell.ids.unshift(id);
      cell.name = `${cell.name}, ${nameOf(place)}`;
    } else {
      cells.set(key, {key: id, x, y, ids: [id], name: nameOf(place)});
    }
  }
  const order = [...sections].sort(([a], [b]) => Number(b === 'map') - Number(a === 'map'));
  return order.flatMap(([, cells]) => clustered([...cells.values()]));
}

/** @param {Cell[]} cells */
function clustered(cells) {
  /** @type {Cell[][]} */
  const rows = [];
  let top = -Infinity;
  for (const cell of cells.sort((a, b) => a.y - b.y)) {
    if (cell.y - top > ROW) {
      rows.push([]);
      top = cell.y;
    }
    rows.at(-1)?.push(cell);
  }
  return rows.map((row) => row.sort((a, b) => a.x - b.x));
}

/**
 * @param {Cell[] | undefined} row
 * @param {Cell} from
 */
function nearest(row, from) {
  return row?.reduce((best, cell) => (Math.abs(cell.x - from.x) < Math.abs(best.x - from.x) ? cell : best));
}
