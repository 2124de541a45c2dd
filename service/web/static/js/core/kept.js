// What is kept in this browser for times without connection: the own games, in a cache of the person who is signed in.

/** The prefix of the names of the caches with what only one person may see. */
const OWN = 'own-';
/** Tells other pages of this browser who is signed in, after this has changed. */
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
 * Delete what is kept for all persons but one, and tell the other pages of this browser who is signed in.
 * @param {string | null} person Null: the session has ended.
 */
export async function forgetKept(person) {
  const names = (await ownCaches()).filter((name) => person === null || name !== ownCache(person));
  await Promise.all(names.map((name) => caches.delete(name)));
  if (!('BroadcastChannel' in window)) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(person);
  channel.close();
}

/**
 * Call a function when another page has learnt that a person is signed in no more.
 * @param {string} person
 * @param {() => void} stop
 */
export function whenForgotten(person, stop) {
  if (!('BroadcastChannel' in window)) return;
  new BroadcastChannel(CHANNEL).addEventListener('message', ({data}) => {
    if (data !== person) stop();
  });
}
