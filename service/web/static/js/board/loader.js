// What a board needs once for each game: its picture, the pieces of its title, the names, the grid.

import {offline, whenMissing} from '../core/api.js';
import {nextTask} from '../core/element.js';
import {playerName} from '../core/seats.js';
import {language} from '../core/texts.js';
import {wordsOf} from '../core/words.js';
import {Grid} from './grid.js';
import {picture} from './picture.js';
import {Scene} from './scene.js';

/** @typedef {import('../core/types.d.ts').Game} Game */
/** @typedef {import('../core/types.d.ts').Words} Words */
/** @typedef {import('./types.d.ts').TitleModule} TitleModule */
/** @typedef {import('./types.d.ts').PlaceInfo} PlaceInfo */
/** @typedef {import('./types.d.ts').Names} Names */
/** @typedef {Game['seats']} Seats */
/**
 * @typedef {{
 *   title: TitleModule, names: Names, scene: Scene | null, grid: Grid, rename: (seats: Seats) => void,
 *   explain: () => Promise<void>,
 * }} Equipment
 */

/** The titles with pieces of their own. @type {Record<string, () => Promise<TitleModule>>} */
const TITLES = {
  giganten: () => import('./titles/giganten.js'),
  siberia: () => import('./titles/siberia.js'),
  minos: () => import('./titles/minos.js'),
};
const STYLE = 'css/board.css';

/**
 * Load what a game needs.
 * @param {Game} game
 * @returns {Promise<Equipment>}
 */
export async function equipped({ruleset, data_set: dataSet, seats}) {
  const [svg, title, words] = await Promise.all([
    picture(ruleset, dataSet),
    (TITLES[ruleset]?.() ?? /** @type {Promise<TitleModule>} */ (import('./titles/generic.js'))).catch(offline),
    wordsOf(ruleset).catch(whenMissing(/** @type {Partial<Words>} */ ({}))),
  ]);
  let seated = seats;
  /** @type {Names} */
  const names = {
    piece: (id) => words.pieces?.[id] ?? id,
    place: (id) => words.places?.[id] ?? id,
    seat: (seat) => playerName(seated[seat], seated),
  };
  await nextTask();
  const scene = svg ? new Scene(svg, title, seats.length) : null;
  const nameOf = (/** @type {PlaceInfo} */ place) => title.placeName?.(place, names) ?? place.name;
  const places = [...(scene?.places.values() ?? [])];
  if (svg && language !== 'en') (await import('./labels.js').catch(offline)).translate(svg, places, names.place);
  const named = () => {
    for (const place of places) {
      const hint = place.node.querySelector('title');
      if (hint) hint.textContent = nameOf(place);
    }
    return new Grid(places, nameOf);
  };
  await nextTask();
  /** @type {Equipment} */
  const equipment = {
    title, names, scene, grid: named(),
    rename(others) {
      seated = others;
      const {beside, current, names: rows} = equipment.grid;
      equipment.grid = Object.assign(named(), {beside, current, names: rows});
    },
    async explain() {
      if (!svg) return;
      const {explain} = await import('./beside.js').catch(offline);
      await nextTask();
      explain(equipment, ruleset, svg, nameOf);
      // the board is drawn with these names then
      await nextTask();
    },
  };
  return equipment;
}

/**
 * Return the players of a game as text: a board with the same ones has the right names.
 * @param {Game} game
 */
export function seatedIn({seats}) {
  return seats.map(({name, player}) => name ?? player).join();
}

/** Load the style sheet of the board, unless the page has it. */
export function styled() {
  if (document.querySelector(`link[href$="${STYLE}"], link[data-sheets~="${STYLE}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL(`../../${STYLE}`, import.meta.url).href;
  document.head.append(link);
}
