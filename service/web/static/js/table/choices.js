// The choices of the own decision as a list: narrowed by what is pressed, grouped if it is long, with a search.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {live} from '../../vendor/lit-html/directives/live.js';
import {formatNumber, t, tn} from '../core/texts.js';
import {anchorName, terms} from './names.js';

/** @typedef {import('../core/types.js').Choice} Choice */
/** @typedef {import('../core/types.js').Words} Words */
/** @typedef {{choice: Choice, text: string}} Entry */

/** How many choices a narrow page shows before "all". */
const FIRST = 3;
/** From how many choices on the list has a search, and headings. */
const LONG = 10;

/**
 * @typedef {import('../core/element.js').LudoElement & {
 *   state: import('./state.js').TableState, answer: import('./answer.js').Answer, search: string, isOpen: boolean,
 *   symbols: typeof import('./symbols.js') | null,
 * }} Host
 */

/** @param {Host} host */
export function choiceList(host) {
  const {answer, state} = host;
  const all = answer.choices.length;
  const found = matching(answer.remaining, host.search);
  return html`
    ${answer.pressed.length ? pressedLine(host) : nothing}
    ${all >= LONG ? searchField(host, found.length) : nothing}
    <ul class=${found.length < LONG ? 'choices' : 'choices many'}>
      ${grouped(state.words, found).map((entry) => (typeof entry === 'string'
        ? html`<li class="group-heading">${entry}</li>` : item(host, entry)))}</ul>
    ${found.length || !all ? nothing : html`<p class="muted">${t('No choice fits.')}</p>`}`;
}

/**
 * The button with which a narrow page shows all choices.
 * @param {Host} host
 */
export function allButton(host) {
  const found = host.answer.remaining.length;
  if (found <= FIRST) return nothing;
  return html`<button class="all" aria-expanded=${String(host.isOpen)} @click=${() => {
    host.isOpen = !host.isOpen;
    host.update();
  }}>${host.isOpen ? t('Fewer') : t('All {number}', {number: formatNumber(found)})}</button>`;
}

/**
 * @param {Host} host
 * @param {Entry & {number: number}} entry
 */
function item({answer, state, symbols}, {choice, text, number}) {
  const note = terms(state.words, choice);
  return html`<li class=${number >= FIRST ? 'extra' : ''}>
    <button class="choice" aria-pressed=${String(answer.choice === choice)} aria-disabled=${String(state.isSending)}
      data-explain=${`choice:${choice.command.type}`}
      @click=${() => answer.take(choice)}><span>${symbols?.glyphsIn(choice.command)}${text}</span>${note
        ? html`<span class="terms">${note}</span>` : nothing}</button></li>`;
}

/** @param {Host} host */
function pressedLine({answer, state}) {
  return html`<p class="pressed">${answer.pressed.map((id) => html`<button class="chip"
      aria-label=${t('Release {name}', {name: anchorName(state.words, id)})}
      @click=${() => answer.press(id)}>${anchorName(state.words, id)} ✕</button>`)}
    <span class="muted">${tn('{number} choice', '{number} choices', answer.remaining.length)}</span></p>`;
}

/**
 * @param {Host} host
 * @param {number} found
 */
function searchField(host, found) {
  return html`<label class="search"><span class="visually-hidden">${t('Search the choices')}</span>
    <input type="search" placeholder=${t('Search {number} choices', {number: formatNumber(found)})}
      .value=${live(host.search)} @input=${(/** @type {Event} */ event) => {
        host.search = /** @type {HTMLInputElement} */ (event.target).value;
        host.isOpen = true;
        host.update();
      }} @keydown=${(/** @type {KeyboardEvent} */ event) => searchKey(host, event)}></label>`;
}

/**
 * Enter takes the first choice that was found; Escape ends the search.
 * @param {Host} host
 * @param {KeyboardEvent} event
 */
function searchKey(host, event) {
  if (event.key === 'Enter') {
    const [first] = matching(host.answer.remaining, host.search);
    if (first && host.search) host.answer.take(first.choice);
  } else if (event.key === 'Escape') {
    host.search = '';
    host.isOpen = false;
    /** @type {HTMLElement} */ (event.target).blur();
    host.update();
  } else return;
  event.preventDefault();
}

/**
 * Return the choices whose texts contain all words of the search.
 * @param {readonly Choice[]} choices
 * @param {string} search
 * @returns {Entry[]}
 */
function matching(choices, search) {
  const entries = choices.map((choice) => ({choice, text: choice.text ?? choice.command.type}));
  const parts = search.toLowerCase().split(/\s+/).filter(Boolean);
  return parts.length ? entries.filter(({text}) => parts.every((part) => text.toLowerCase().includes(part))) : entries;
}

/** @param {Entry} entry */
function hasPlace({choice}) {
  return Boolean(choice.anchors?.length);
}

/**
 * Return a long list with headings: the first place or piece of each choice.
 * @param {Words | null} words
 * @param {Entry[]} entries
 * @returns {(string | (Entry & {number: number}))[]}
 */
function grouped(words, entries) {
  // what has no place on the board, such as the end of the turn, would be out of sight below the others
  const ordered = entries.length <= FIRST ? entries
    : [...entries].sort((one, other) => Number(hasPlace(one)) - Number(hasPlace(other)));
  const numbered = ordered.map((entry, number) => ({...entry, number}));
  if (entries.length < LONG) return numbered;
  /** @type {Map<string, (Entry & {number: number})[]>} */
  const groups = new Map();
  for (const entry of numbered) {
    const first = entry.choice.anchors?.[0];
    const key = first === undefined ? '' : anchorName(words, first);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  // headings over single choices would only repeat them
  if (groups.size < 2 || groups.size > entries.length / 2) return numbered;
  return [...groups].flatMap(([heading, list]) => (heading ? [heading, ...list] : list));
}
