// Who is signed in. The session is an HttpOnly cookie: the page never sees a token.

import {get, Problem} from './api.js';

/** @typedef {import('./types.js').Me} Me */

/** @type {Promise<Me | null> | null} */
let asked = null;

/**
 * Return the profile of the person who is signed in; null: signed out. Asked once a page.
 * @returns {Promise<Me | null>}
 */
export function me() {
  asked ??= get('/v1/me').catch((error) => {
    if (error instanceof Problem && (error.status === 401 || error.status === 403)) return null;
    asked = null;
    throw error;
  });
  return asked;
}

/** Ask again next time: after signing in, signing out, or a new name. */
export function forget() {
  asked = null;
}
