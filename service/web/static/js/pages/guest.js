// Becoming a guest on a page that stays: all its parts show the new person.

import {becomeGuest} from '../core/people.js';
import {me} from '../core/session.js';

/** The event of the document when a visitor has become a guest. */
export const SIGNED_IN = 'signed-in';

/** Return the person who is signed in. A visitor signs up as a guest first. */
export async function asGuest() {
  const known = await me();
  if (known) return known;
  await becomeGuest();
  document.dispatchEvent(new Event(SIGNED_IN));
  return me();
}
