// Copies a text, where the browser permits it.

import {announce} from './announce.js';
import {t} from './texts.js';

/**
 * Copy a text and announce it. Returns whether the browser permits it.
 * @param {string} text
 */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return false;
  }
  announce(t('Copied'));
  return true;
}

/**
 * Copy a text by a button after the field that contains it.
 * @param {Event} event
 * @param {string} text
 */
export async function copyFrom(event, text) {
  const button = /** @type {HTMLElement} */ (event.target);
  if (await copied(text)) {
    button.classList.add('copied');
    return;
  }
  // without the permission, select the text for the keyboard
  /** @type {HTMLInputElement} */ (button.previousElementSibling).select();
  announce(t('Copy the selected text with the keyboard.'));
}
