// Becoming a guest on a page that stays: its head shows the new person.

import {becomeGuest} from '../core/people.js';
import {me} from '../core/session.js';

/** @typedef {import('../core/element.js').LudoElement} LudoElement */

/** Sign up as a guest, and return the guest. */
export async function asGuest() {
  await becomeGuest();
  /** @type {LudoElement | null} */ (document.querySelector('ludo-session'))?.connected();
  return me();
}
