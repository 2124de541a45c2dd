// Becoming a guest on a page that stays: all its parts show the new person.

import {becomeGuest} from '../core/people.js';
import {me, SIGNED_IN} from '../core/session.js';

/** Return the person who is signed in. A visitor signs up as a guest first. */
export async function asGuest() {
  const known = await me();
  if (known) return known;
  await becomeGuest();
  document.dispatchEvent(new Event(SIGNED_IN));
  return me();
}
