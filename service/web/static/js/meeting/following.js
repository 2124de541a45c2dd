// Follows what others want of the person who is signed in, on every page. What shows it is loaded when there is some.

import {get} from '../core/api.js';
import {follow} from '../core/stream.js';

/** @typedef {import('../core/types.js').Challenge} Challenge */
/** @typedef {import('./incoming.js').Meetings} Meetings */

/** The event of the document when a challenge of the person has changed. Its detail is the challenge. */
export const CHANGED = 'challenge-changed';

/** The event of the document when the open challenges of the person were read. Its detail are these. */
export const LISTED = 'challenges-listed';

/** The changes of one's games after which other games may wait. */
const OF_GAMES = ['asked', 'started', 'ended', 'cancelled', 'clock'];

let own = '';
let visible = new AbortController();
/** Whether the challenges are shown, or will be when their module is loaded. */
let isShown = false;
/** How often the challenges were read, and how often one has changed. */
let [reads, changes] = [0, 0];

/**
 * Follow the challenges to a person and the news of moderators, as long as the page is there.
 * @param {string} player The id of the person.
 */
export function followPerson(player) {
  const isFirst = !own;
  own = player;
  if (!isFirst) return;
  document.addEventListener('visibilitychange', followVisible);
  document.addEventListener(CHANGED, (event) => {
    const {detail} = /** @type {CustomEvent<Challenge>} */ (event);
    changes += 1;
    show((meetings) => meetings.changed(detail));
  });
  followVisible();
}

/** Follow the stream while the page is visible: a browser has few connections for all its tabs. */
function followVisible() {
  visible.abort();
  if (document.hidden) return;
  visible = new AbortController();
  const challenge = (/** @type {Challenge} */ detail) => document.dispatchEvent(new CustomEvent(CHANGED, {detail}));
  const moderation = (/** @type {import('../core/types.js').ModerationNews} */ news) => {
    import('../reports/told.js').then(({tell}) => tell(news)).catch(() => {});
  };
  const ready = () => {
    void readOpen();
    readGames();
  };
  const games = Object.fromEntries(OF_GAMES.map((name) => [name, readGames]));
  follow('/v1/me/stream', {events: {...games, ready, challenge, moderation}, isOfRows: true}, visible.signal);
}

/** Read which games wait for the person. */
function readGames() {
  import('../core/waiting.js').then(({readWaiting}) => readWaiting()).catch(() => {});
}

/** Read the challenges that are open. The stream has only what changes later. */
export async function readOpen() {
  reads += 1;
  const [number, known] = [reads, changes];
  const page = await get('/v1/challenges?limit=20').catch(() => null);
  // an answer from before a change would hide what has changed
  if (number !== reads) return;
  if (known !== changes) return readOpen();
  if (!page) return;
  document.dispatchEvent(new CustomEvent(LISTED, {detail: page.items}));
  if (isShown || page.items.length) await show((meetings) => meetings.take(page.items));
}

/** @param {(meetings: Meetings) => void} change */
async function show(change) {
  isShown = true;
  const module = await import('./incoming.js').catch(() => null);
  if (module) change(module.meetingsOf(own));
}
