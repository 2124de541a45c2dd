// The addresses of the API that a table reads.

/** How many events are read at first. */
export const FIRST = 60;

/** The options of a request for the versions of a game. */
export const NDJSON = {accept: 'application/x-ndjson'};

/** @param {string} game */
export function gameAddress(game) {
  return `/v1/games/${encodeURIComponent(game)}`;
}

/**
 * Return the address of a part of a game, for the viewer of the page. Views come with what stands on the board.
 * @param {string} path The address of the game.
 * @param {string} part
 * @param {string | null} as The viewer, if it is not that of the person.
 * @param {Record<string, string | number>} [query]
 */
export function partAddress(path, part, as, query = {}) {
  const pairs = Object.entries({...(part.startsWith('view') && {pieces: true}), ...query, ...(as ? {as} : {})});
  const text = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString();
  return `${path}/${part}${text ? `?${text}` : ''}`;
}

/**
 * Return the address of the last events up to a version.
 * @param {string} path
 * @param {string | null} as
 * @param {number} last
 * @param {number} count
 */
export function eventsAddress(path, as, last, count) {
  const after = Math.max(0, last - count);
  return partAddress(path, 'events', as, {after, limit: last - after});
}

/**
 * Return the version in the address of a page; null: the present.
 * @param {string} search
 */
export function versionOf(search) {
  const at = new URLSearchParams(search).get('at');
  return at !== null && /^\d{1,9}$/.test(at) ? Number(at) : null;
}

/**
 * Return the address of a version for the viewer of the page, who may have come by an invitation.
 * @param {number} version
 */
export function replayAddress(version) {
  const url = new URL(location.href);
  url.searchParams.set('at', String(version));
  return url.href;
}
