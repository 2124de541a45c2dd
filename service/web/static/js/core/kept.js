// What is kept in this browser for times without connection: the own games, in a cache of the person who is signed in.

/** The prefix of the names of the caches with what only one person may see. */
const OWN = 'own-';
/** Tells other pages of this browser that the person has signed out. */
const CHANNEL = 'ludolog-kept';

const canKeep = 'caches' in window;

/**
 * Return the name of the cache of a person.
 * @param {string} person
 */
export function ownCache(person) {
  return `${OWN}${person}`;
}

/** Return the names of the caches of persons. There is at most one, unless a page was closed while it signed out. */
export async function ownCaches() {
  return canKeep ? (await caches.keys()).filter((name) => name.startsWith(OWN)) : [];
}

/**
 * Delete what is kept for all persons but one.
 * @param {string | null} [person]
 */
export async function forgetKept(person = null) {
  const names = (await ownCaches()).filter((name) => person === null || name !== ownCache(person));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Delete what is kept for all persons, and tell the other pages of this browser: the session has ended. */
export async function forgetAll() {
  await forgetKept();
  if (!('BroadcastChannel' in window)) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('ended');
  channel.close();
}

/**
 * Call a function when the person has signed out in another page.
 * @param {() => void} stop
 */
export function whenForgotten(stop) {
  if ('BroadcastChannel' in window) new BroadcastChannel(CHANNEL).addEventListener('message', stop);
}
