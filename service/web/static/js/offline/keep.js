// Keeps what a person needs without connection: the page that is shown then, and the last state of the own games that
// this browser has shown. Loaded some seconds after a page, for persons who are signed in.

import {get, getText} from '../core/api.js';
import {ownCache, whenForgotten} from '../core/kept.js';
import {language} from '../core/texts.js';
import {register} from '../core/worker.js';

/** @typedef {import('../table/state.js').TableState} TableState */
/** @typedef {import('../core/types.d.ts').Game} Game */
/**
 * @typedef {object} KeptGame The last state of an own game.
 * @property {string} at When it was kept (RFC 3339).
 * @property {Game} game
 * @property {string | undefined} [title] The name of its title.
 * @property {Record<string, any>} view As the own seat sees it.
 * @property {string[]} texts Sentences of the last events, the last one at the end.
 * @property {{seat: number, text: string}[]} asked Who has to decide what.
 */

/** The prefix of the names of the caches with the page and its files. They are public. */
const PAGE = 'offline-';
const ADDRESS = '/offline';
const FILES = /(?:href|src|data-texts)="(\/assets\/[^"]+)"/g;

/** How many games are kept. */
const MOST = 20;
/** How many sentences of a game are kept. */
const SENTENCES = 30;
/** Milliseconds in which changes are collected before a game is kept again. */
const PAUSE = 1_000;

let isBegun = false;
let isOver = false;

/**
 * Keep what a person needs without connection, as long as this page is there.
 * @param {string} person The id of the person who is signed in.
 */
export async function keepFor(person) {
  if (isBegun || !('serviceWorker' in navigator) || !('caches' in window)) return;
  isBegun = true;
  whenForgotten(person, () => {
    isOver = true;
    void caches.delete(ownCache(person));
  });
  // the person may have signed out in another page since this one was loaded
  const {session} = await get('/v1/sessions/current');
  if (session?.player.id !== person) return;
  await register();
  const page = await keptPage();
  /** @type {(HTMLElement & {state?: TableState}) | null} */
  const table = document.querySelector('ludo-table');
  if (table?.state && page) keepGame(table.state, person, page);
}

/** Return the cache with the page, in the language, the theme and of the release of this page. */
async function keptPage() {
  const release = document.querySelector('link[href^="/assets/"]')?.getAttribute('href')?.split('/')[2];
  const name = `${PAGE}${release}-${language}-${document.documentElement.dataset['theme'] ?? 'auto'}`;
  const cache = await caches.open(name);
  if (!await cache.match(ADDRESS)) {
    const response = await fetch(`${ADDRESS}?lang=${language}`);
    if (!response.ok) return null;
    const text = await response.clone().text();
    // the page last: whoever finds it finds its files
    await cache.addAll([...new Set([...text.matchAll(FILES)].map(([, path]) => String(path)))]);
    await cache.put(ADDRESS, response);
  }
  const names = await caches.keys();
  await Promise.all(names.filter((one) => one.startsWith(PAGE) && one !== name).map((one) => caches.delete(one)));
  return cache;
}

/**
 * Keep the last state of a game in which the person plays, whenever it changes.
 * @param {TableState} state
 * @param {string} person
 * @param {Cache} page
 */
function keepGame(state, person, page) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let last = -1;
  const put = async () => {
    const {game, live: view, version, words} = state;
    // a page may also show a game as another seat, or as a spectator
    if (isOver || !game || !view || state.as || !state.hasPlayed || version === last) return;
    last = version;
    await putPicture(game, page);
    await putGame({
      at: new Date().toISOString(), game, view, title: words?.title,
      texts: state.events.slice(-SENTENCES).flatMap(({text}) => text ?? []),
      asked: state.asked.map(({seat, text}) => ({seat, text: text ?? ''})),
    }, person);
  };
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(() => put().catch(() => {}), PAUSE);
  };
  state.addEventListener('change', again);
  again();
}

/**
 * @param {KeptGame} kept
 * @param {string} person
 */
async function putGame(kept, person) {
  const cache = await caches.open(ownCache(person));
  const address = `${ADDRESS}/games/${kept.game.id}`;
  // at the end of the keys
  await cache.delete(address);
  await cache.put(address, new Response(JSON.stringify(kept), {headers: {'Content-Type': 'application/json'}}));
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, -MOST).map((key) => cache.delete(key)));
  if (isOver) await caches.delete(ownCache(person));
}

/**
 * Keep what the board of a game needs: the picture of its data set, and the words of its title.
 * @param {Game} game
 * @param {Cache} page
 */
async function putPicture({ruleset, data_set: dataSet}, page) {
  const title = `/v1/rulesets/${encodeURIComponent(ruleset)}`;
  const wanted = [
    {path: `${title}/board.svg?data_set=${encodeURIComponent(dataSet)}`, accept: 'image/svg+xml'},
    {path: `${title}/words`, accept: 'application/json'},
  ];
  await Promise.all(wanted.map(async ({path, accept}) => {
    if (await page.match(path, {ignoreVary: true})) return;
    const text = await getText(path, {accept});
    await page.put(path, new Response(text, {headers: {'Content-Type': accept}}));
  }));
}
