// The address of a moment: version and viewer.

import {copied} from '../core/copy.js';
import {t} from '../core/texts.js';

/** Milliseconds after which the address follows: browsers limit how often it changes. */
const SETTLED = 300;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Return the address of a version as a viewer.
 * @param {number | null} version
 * @param {string | null} as
 */
export function addressOf(version, as) {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries({at: version, as})) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, String(value));
  }
  return url;
}

/**
 * Let the address bar follow, soon.
 * @param {number | null} version
 * @param {AbortSignal} signal
 */
export function visit(version, signal) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (signal.aborted) return;
    const {href} = addressOf(version, new URLSearchParams(location.search).get('as'));
    if (href !== location.href) history.replaceState(history.state, '', href);
  }, SETTLED);
}

/**
 * Copy the address of the moment that is shown, without an invitation: a link is easily passed on. Returns it, or an
 * empty text and shows it where a page may not copy.
 * @param {import('./replay.js').Replay} replay
 */
export async function copyLink({at, as}) {
  const url = addressOf(at, as);
  url.hash = '';
  const {href} = url;
  if (await copied(href)) return href;
  prompt(t('Copy link'), href);
  return '';
}
