// The games that wait for the person who is signed in: their number in the title, the icon and the head of every page,
// and the way to the next one.

import {announce} from './announce.js';
import {get} from './api.js';
import {t, tn} from './texts.js';

/** @typedef {import('./types.js').OwnGame} OwnGame */

/** The event of the document when the games that wait have changed. */
export const WAITING = 'waiting-games';
/** The event of the document when the lobby has read its list of them. */
const LISTED = 'waiting-listed';

/** The most games that are counted. */
const MOST = 50;
/** Milliseconds in which changes are collected, and between two looks of a page that is hidden: it has no stream. */
const [DEBOUNCE, LOOK] = [250, 60_000];
const NUMBERED = /^\(\d+\+?\) /;

/** The ids of the games that wait, the one whose clock runs out first at the beginning. @type {string[]} */
let games = [];
/** Whether more wait than are counted. */
let isMore = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** How often the games were asked for: an earlier answer does not replace a later one. */
let asked = 0;
let isFollowing = false;
/** Whether the games are known. */
let isRead = false;
/** What the table of this page says of its game. @type {{game: string, isMine: boolean} | null} */
let told = null;

const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel=icon]'));
const plainIcon = icon?.href ?? '';

/** The number of games that wait, such as `3` or `50+`; empty: none. */
export function waitingNumber() {
  return games.length ? `${games.length}${isMore ? '+' : ''}` : '';
}

/** The game of this page. */
function current() {
  return /^\/games\/([\w-]+)/.exec(location.pathname)?.[1] ?? '';
}

/** Return the next game that waits, after that of this page; null: none but this one. */
export function nextGame() {
  const place = games.indexOf(current());
  const next = games[(place + 1) % Math.max(1, games.length)];
  return next === undefined || next === current() ? null : `/games/${next}`;
}

/** Go to the next game that waits, or say that there is none. A key may be pressed before the games are known. */
export async function goToNext() {
  if (!isRead) await read();
  const address = nextGame();
  if (address) location.assign(address);
  else announce(t('No other game waits for you.'));
}

/** Read the games that wait soon. The first call follows them as long as the page is there. */
export function readWaiting() {
  if (!isFollowing) follow();
  clearTimeout(timer);
  timer = setTimeout(read, asked ? DEBOUNCE : 0);
}

async function read() {
  // the page that lists them reads them, and says so with `LISTED`
  const lobby = document.querySelector('ludo-lobby');
  if (lobby) {
    /** @type {{awaiting?: {items: OwnGame[] | null, next: string | null}}} */
    const {awaiting} = /** @type {any} */ (lobby);
    if (awaiting?.items) take(awaiting.items, awaiting.next);
    return;
  }
  asked += 1;
  const number = asked;
  const page = await get(`/v1/me/games?awaiting=true&limit=${MOST}`).catch(() => null);
  if (page && number === asked) take(page.items, page.next);
}

/**
 * @param {readonly OwnGame[]} items
 * @param {string | null} next
 */
function take(items, next) {
  isRead = true;
  /** @param {OwnGame} game */
  const order = ({due, since}) => `${due ?? '~'}${since ?? '~'}`;
  const rows = items.toSorted((one, other) => (order(one) < order(other) ? -1 : 1));
  show(corrected(rows.map(({id}) => id)), Boolean(next));
}

/**
 * Correct ids of games by what the table says: it knows of its own turn before the lists do.
 * @param {string[]} found
 */
function corrected(found) {
  if (!told || found.includes(told.game) === told.isMine) return found;
  const {game, isMine} = told;
  return isMine ? [...found, game] : found.filter((id) => id !== game);
}

function follow() {
  isFollowing = true;
  document.addEventListener('own-turn', (event) => {
    told = /** @type {CustomEvent<{game: string, isMine: boolean}>} */ (event).detail;
    const found = corrected(games);
    if (found === games) return;
    show(found, isMore);
    readWaiting();
  });
  document.addEventListener(LISTED, read);
  setInterval(() => document.hidden && read(), LOOK);
  const title = document.querySelector('title');
  if (title) new MutationObserver(number).observe(title, {childList: true});
}

/**
 * @param {string[]} found
 * @param {boolean} hasMore
 */
function show(found, hasMore) {
  [games, isMore] = [found, hasMore];
  number();
  if (icon) icon.href = games.length ? numbered() : plainIcon;
  document.dispatchEvent(new Event(WAITING));
}

/** Put the number before the title of the page, whatever it becomes. */
function number() {
  const shown = waitingNumber();
  const wanted = (shown && `(${shown}) `) + document.title.replace(NUMBERED, '');
  if (document.title !== wanted) document.title = wanted;
}

/** Return the icon with the number of games. */
function numbered() {
  const text = games.length > 9 ? '9+' : String(games.length);
  return 'data:image/svg+xml,' + encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">'
    + '<circle cx="8" cy="8" r="8" fill="#b84a00"/><text x="8" y="12" text-anchor="middle" fill="#fff" '
    + `font-family="sans-serif" font-weight="700" font-size="${text.length > 1 ? 9 : 12}">${text}</text></svg>`);
}

/** Return in words how many games wait. */
export function waitingText() {
  if (isMore) return t('More than {number} games wait for you', {number: games.length});
  return tn('{number} game waits for you', '{number} games wait for you', games.length);
}
