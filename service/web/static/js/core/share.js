// The code with which another site shows a game, to be copied.

import {copied} from './copy.js';
import {t} from './texts.js';

/**
 * What an embed shows: `at` fixes a version; without it the embed is live. With `fit` it is as high as its frame.
 * @typedef {{at?: number | undefined, theme?: string, lang?: string, fit?: 1}} Options
 */

const SIZE = {width: 640, height: 640};

/**
 * Return a text for an attribute of HTML in double quotes.
 * @param {string} text
 */
export function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/**
 * Return the address of an embedded game. It is permanent.
 * @param {string} game
 * @param {Options} [options]
 */
function embedAddress(game, options = {}) {
  const url = new URL(`/embed/games/${encodeURIComponent(game)}`, location.origin);
  for (const [name, value] of Object.entries(options)) if (value) url.searchParams.set(name, String(value));
  return url.href;
}

/**
 * Return the HTML of a frame with an embed. It works on every site.
 * @param {string} url
 * @param {string} title
 * @param {{width: number, height: number}} size
 */
export function frameCode(url, title, {width, height}) {
  return `<iframe src="${escaped(url)}" title="${escaped(title)}" width="${width}" height="${height}" loading="lazy" `
    + 'style="border:0;max-width:100%"></iframe>';
}

/**
 * Copy the HTML of a frame with a game, or show it where a page may not copy.
 * @param {string} game
 * @param {Options} [options]
 */
export async function copyFrame(game, options) {
  const code = frameCode(embedAddress(game, {...options, fit: 1}), document.title, SIZE);
  if (!(await copied(code))) prompt(t('Embed code'), code);
}
