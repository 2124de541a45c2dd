// Who is signed in. The session is an HttpOnly cookie: the page never sees a token.

import {get} from './api.js';

/** @typedef {import('./types.js').Me} Me */

/** The event of the document when a visitor has become a guest on a page that stays. */
export const SIGNED_IN = 'signed-in';

/** @type {Promise<Me | null> | null} */
let asked = null;

/**
 * Return the person who is signed in; null: signed out. Requested once for each page. The status is 200 in both cases,
 * so that no refused request is in the console of a visitor.
 * @returns {Promise<Me | null>}
 */
export function me() {
  asked ??= get('/v1/sessions/current').then(({session}) => session?.player ?? null, (error) => {
    asked = null;
    throw error;
  });
  return asked;
}

/** Ask again next time: after signing in, signing out, or a new name. */
export function forget() {
  asked = null;
}

/**
 * Return the address of the page to sign in, which leads back. An invitation stays in the fragment: no server gets it.
 */
export function signInAddress() {
  const {pathname, search, hash} = location;
  return pathname === '/sign-in' ? search + hash : `/sign-in?next=${encodeURIComponent(pathname + search)}${hash}`;
}
