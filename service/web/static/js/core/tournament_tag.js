// The tag by which the games of a tournament are found.

/**
 * Return the id of a tournament from its tag, which is the id without hyphens; null: it is another tag.
 * @param {string} tag
 */
export function tournamentIn(tag) {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(tag);
  return parts && parts.slice(1).join('-');
}
