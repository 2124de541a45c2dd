// The picture of a board: fetched once for each data set, put into the page by the policy `ludolog-board`.

import {getText, whenMissing} from '../core/api.js';

/** @typedef {import('./types.d.ts').PlaceInfo} PlaceInfo */
/** @typedef {import('./types.d.ts').Box} Box */

/** @typedef {{createHTML(text: string): string}} Rules */

/** @type {{createPolicy(name: string, rules: Rules): Rules} | undefined} */
const trustedTypes = Reflect.get(window, 'trustedTypes');
/** The picture comes from our own API, by a path without user input. */
const policy = trustedTypes?.createPolicy('ludolog-board', {createHTML: (text) => text});

/** @type {Map<string, Promise<string>>} */
const loaded = new Map();

/**
 * Read the picture of a data set, once a page.
 * @param {string} title
 * @param {string} dataSet
 */
function pictureText(title, dataSet) {
  const path = `/v1/rulesets/${encodeURIComponent(title)}/board.svg?data_set=${encodeURIComponent(dataSet)}`;
  const text = loaded.get(path) ?? getText(path, {accept: 'image/svg+xml'});
  loaded.set(path, text);
  text.catch(() => loaded.delete(path));
  return text;
}

/**
 * Return the picture of a data set as an element, or null if the title has none.
 * @param {string} title
 * @param {string} dataSet
 * @returns {Promise<SVGSVGElement | null>}
 */
export async function picture(title, dataSet) {
  /** @type {SVGSVGElement | null} */
  const first = document.querySelector('.first svg.ludolog-board');
  if (first) return unplayed(first);
  const text = await pictureText(title, dataSet).catch(whenMissing(null));
  if (text === null) return null;
  const source = policy ? policy.createHTML(text) : text;
  const parsed = new DOMParser().parseFromString(source, 'image/svg+xml');
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed.documentElement, true)));
}

/**
 * Return a copy of the board that the page has at first, as it is before a game.
 * @param {SVGSVGElement} first
 */
function unplayed(first) {
  const svg = /** @type {SVGSVGElement} */ (first.cloneNode(true));
  for (const node of svg.querySelectorAll('.veils, #board-pieces > *')) node.remove();
  for (const node of svg.querySelectorAll('.closed, .absent')) node.classList.remove('closed', 'absent');
  for (const node of svg.querySelectorAll('[data-en]')) node.textContent = node.getAttribute('data-en');
  return svg;
}

/**
 * Hide what belongs to seats that the game does not have.
 * @param {SVGSVGElement} svg
 * @param {number} seats
 */
export function hideSeats(svg, seats) {
  for (const node of svg.querySelectorAll('[data-seat]')) {
    node.classList.toggle('absent', Number(node.getAttribute('data-seat')) >= seats);
  }
  for (const mark of svg.querySelectorAll('[class^="seat-"]')) {
    const isAbsent = Number(mark.getAttribute('class')?.slice('seat-'.length)) >= seats;
    mark.classList.toggle('absent', isAbsent);
    const figure = mark.nextElementSibling;
    if (figure?.classList.contains('on-seat')) figure.classList.toggle('absent', isAbsent);
  }
}

/**
 * Return the places of a picture by id, in the order of the picture, without those of absent seats.
 * @param {SVGSVGElement} svg
 */
export function placesOf(svg) {
  /** @type {Map<string, PlaceInfo>} */
  const found = new Map();
  for (const element of svg.querySelectorAll('[data-kind]')) {
    if (element.closest('.absent')) continue;
    const node = /** @type {SVGGraphicsElement} */ (element);
    const {kind = '', name = '', x, y} = node.dataset;
    const section = node.closest('[id^="section:"]')?.id.slice('section:'.length) ?? '';
    found.set(node.id, {id: node.id, kind, name, x: Number(x), y: Number(y), section, node});
  }
  return found;
}

/**
 * Return the boxes of the sections of a picture, by name, without what belongs to absent seats at their ends.
 * @param {SVGSVGElement} svg
 */
export function sectionsOf(svg) {
  const all = [...svg.querySelectorAll('[id^="section:"]')].map((node) => ({
    name: node.id.slice('section:'.length),
    box: boxOf(node.getAttribute('data-box')),
    isAbsent: node.classList.contains('absent'),
  }));
  /** @type {Map<string, Box>} */
  const found = new Map();
  for (const {name, box} of all.filter(({isAbsent}) => !isAbsent)) {
    // the panels of seats lie in the section of all panels
    const parts = all.filter((part) => part.box !== box && isWithin(part.box, box));
    const unused = bottomOf(parts) - bottomOf(parts.filter(({isAbsent}) => !isAbsent));
    found.set(name, {...box, height: box.height - unused});
  }
  return found;
}

/**
 * @param {Box} part
 * @param {Box} whole
 */
function isWithin({x, y, width, height}, whole) {
  const {x: left, y: top, width: wide, height: high} = whole;
  return x >= left && x + width <= left + wide && y >= top && y + height <= top + high;
}

/**
 * Return where the lowest of some sections ends; 0 without sections.
 * @param {{box: Box}[]} sections
 */
function bottomOf(sections) {
  return Math.max(0, ...sections.map(({box}) => box.y + box.height));
}

/**
 * @param {string | null} numbers such as `0 0 1200 700`
 * @returns {Box}
 */
export function boxOf(numbers) {
  const [x = 0, y = 0, width = 1, height = 1] = (numbers ?? '').split(' ').map(Number);
  return {x, y, width, height};
}
