// What lies beside each place of a board: its borders, lines, roads and tracks, so that it can be explored by ear.

import {t} from '../core/texts.js';

/** @typedef {import('./types.d.ts').Names} Names */
/** @typedef {import('./types.d.ts').PlaceInfo} PlaceInfo */
/** @typedef {import('./types.d.ts').TitleModule} TitleModule */

/**
 * The titles whose pictures do not name all that touches.
 * @type {Record<string, (svg: SVGSVGElement, places: PlaceInfo[]) => Map<string, string[]>>}
 */
const TITLES = {giganten: ofGiganten, minos: ofMinos};

/**
 * Give the grid of a board names of its rows, and of what lies beside its places.
 * @param {import('./loader.js').Equipment} equipment
 * @param {string} ruleset
 * @param {SVGSVGElement} svg
 * @param {(place: PlaceInfo) => string} nameOf
 */
export function explain({grid, names, scene, title}, ruleset, svg, nameOf) {
  const known = scene?.places ?? new Map();
  const found = (TITLES[ruleset] ?? besideIn)(svg, [...known.values()]);
  for (const {ids, key} of grid.rows.flat()) {
    const others = ids.flatMap((id) => found.get(id) ?? []).map((id) => known.get(id));
    const places = [...new Set(others.flatMap((place) => (place ? [nameOf(place)] : [])))].join('; ');
    if (places) grid.beside.set(key, t('beside: {places}', {places}));
  }
  /** @type {Map<string, typeof grid.rows>} */
  const rows = new Map();
  for (const row of grid.rows) {
    const section = known.get(row[0]?.ids[0] ?? '')?.section ?? '';
    rows.set(section, [...(rows.get(section) ?? []), row]);
  }
  for (const [section, all] of rows) {
    const name = section ? sectionName(title, section, names) : t('Near the board');
    for (const [at, [cell]] of all.entries()) {
      const texts = {section: name, number: at + 1, total: all.length};
      grid.names.set(cell?.key ?? '', all.length < 2 ? name : t('{section}, row {number} of {total}', texts));
    }
  }
}

/**
 * Return the name of a section of the picture; that of a panel is its player.
 * @param {TitleModule} title
 * @param {string} section
 * @param {Names} names
 */
function sectionName(title, section, names) {
  const [, seat] = /^panel-(\d+)$/.exec(section) ?? [];
  if (seat !== undefined) return names.seat(Number(seat));
  return new Map(title.sections?.(null) ?? []).get(section) ?? t('Board');
}

/**
 * Return the ids of the places beside each place, from the lines and borders of a picture.
 * @param {SVGSVGElement} svg
 */
function besideIn(svg) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const line of svg.querySelectorAll('[data-between]')) {
    const [one = '', other = ''] = line.getAttribute('data-between')?.split(' ') ?? [];
    link(found, one, other);
  }
  return found;
}

/**
 * Return the ids of the places beside each place: the squares that a truck reaches, and the spaces of a track.
 * @param {SVGSVGElement} _svg
 * @param {PlaceInfo[]} places
 */
function ofGiganten(_svg, places) {
  const known = new Set(places.map(({id}) => id));
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const {id, kind} of places) {
    const [, first = '', second = ''] = id.split(':');
    const at = {square: around(first), site: around(first), track: along(first, Number(second))}[kind] ?? [];
    found.set(id, at.filter((other) => known.has(other)));
  }
  return found;
}

/** @param {string} square such as `D11` */
function around(square) {
  const [row, column] = [square.charCodeAt(0), Number(square.slice(1))];
  const name = (/** @type {number} */ down, /** @type {number} */ right) =>
    `square:${String.fromCharCode(row + down)}${column + right}`;
  return [name(-1, 0), name(0, 1), name(1, 0), name(0, -1)];
}

/**
 * @param {string} seat
 * @param {number} space
 */
function along(seat, space) {
  return [`track:${seat}:${space - 1}`, `track:${seat}:${space + 1}`];
}

/**
 * Return the ids of the places beside each place: sea spaces and harbours by their lines, fields and dots by the roads.
 * @param {SVGSVGElement} svg
 * @param {PlaceInfo[]} places
 */
function ofMinos(svg, places) {
  const found = besideIn(svg);
  const known = new Set(places.map(({id}) => id));
  for (const road of svg.querySelectorAll('[data-path]')) {
    const key = road.getAttribute('data-path') ?? '';
    // names of fields have hyphens, too
    const start = [...known].find((id) => key.startsWith(`${id.slice('place:'.length)}-`)
      && known.has(`place:${key.slice(id.length - 'place:'.length + 1)}`));
    if (!start) continue;
    const dots = [...known].filter((id) => id.startsWith(`place:dot-${key}-`));
    const way = [start, ...dots, `place:${key.slice(start.length - 'place:'.length + 1)}`];
    for (const [at, place] of way.slice(1).entries()) link(found, way[at] ?? '', place);
  }
  return found;
}

/**
 * @param {Map<string, string[]>} found
 * @param {string} one
 * @param {string} other
 */
function link(found, one, other) {
  found.set(one, [...(found.get(one) ?? []), other]);
  found.set(other, [...(found.get(other) ?? []), one]);
}
