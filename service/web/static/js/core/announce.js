// Announcements for screen readers, in the live region of the page.

const region = document.getElementById('live');
let isRepeated = false;

/**
 * Announce a text. An identical text is announced again: a trailing space makes it a change.
 * @param {string} text
 */
export function announce(text) {
  if (!region) return;
  isRepeated = region.textContent?.trim() === text && !isRepeated;
  region.textContent = isRepeated ? `${text}\u00a0` : text;
}
