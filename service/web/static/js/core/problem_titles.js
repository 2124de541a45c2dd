// The titles of the problems that persons meet on the pages, in the language of the page. The API has English ones.

import {t} from './texts.js';

/** @returns {Record<string, string>} The titles by code */
function titles() {
  return {
    'bad-request': t('Invalid request'),
    'token-needed': t('Valid token required'),
    'scope-missing': t('Insufficient scope'),
    'not-yours': t('Not permitted for this player'),
    'not-found': t('Not found'),
    'wrong-link': t('Unknown link of an e-mail'),
    'token-limit': t('Token limit reached'),
    'invitation-limit': t('Invitation limit reached'),
    'open-game-limit': t('Open game limit reached'),
    'passkey-limit': t('Passkey limit reached'),
    'passkeys-unavailable': t('Passkeys unavailable at this address'),
    'name-taken': t('Name taken'),
    'refused': t('Command against the rules'),
    'decision-closed': t('Decision not open'),
    'take-back-off': t('Game without take-back'),
    'nothing-to-take-back': t('No decision to take back'),
    'game-paused': t('Game paused'),
    'not-started': t('Game not started'),
    'game-not-open': t('Game already started or over'),
    'game-not-running': t('Game not running'),
    'seat-taken': t('Seat taken'),
    'seats-free': t('Free seats'),
    'already-seated': t('Already seated'),
    'seat-not-yours': t('Seat of another player'),
    'no-vacation-left': t('No vacation left'),
    'vacation-running': t('Vacation running'),
    'seat-not-left': t('No seat to return to'),
    'seat-reserved': t('Seat reserved'),
    'rated-game': t('Rated game'),
    'owner-plays': t('Owner plays in the game'),
    'replacement': t('Player cannot replace another'),
    'ruling-limit': t('Too many rulings'),
    'tournament-limit': t('Too many tournaments or acts'),
    'version-changed': t('Game version changed'),
    'beyond-the-end': t('No such version'),
    'invalid-name': t('Invalid name'),
    'passkey-refused': t('Passkey not accepted'),
    'invalid-option': t('Invalid option'),
    'invalid-clock': t('Invalid clock'),
    'invalid-terms': t('Invalid terms'),
    'unknown-player': t('Unknown player'),
    'invalid-receiver': t('Invalid ping or webhook'),
    'sign-up-limit': t('Sign-up limit of this address reached'),
    'too-many-streams': t('Too many open streams'),
    'too-many-requests': t('Too many requests'),
    'analysis-limit': t('Analysis limit reached'),
    'internal': t('Internal error'),
    'format-not-supported': t('Format not supported'),
    'unavailable': t('Service unavailable'),
    'engine-busy': t('Engine busy'),
    'game-damaged': t('Game damaged'),
    'tournament-damaged': t('Tournament damaged'),
  };
}

/**
 * Translate the title of a problem document, and put it before the detail, which stays English.
 * @param {{code: string, title: string, detail: string}} problem
 */
export function translate(problem) {
  const title = titles()[problem.code];
  if (!title) return;
  problem.title = title;
  problem.detail = problem.detail ? `${title}: ${problem.detail}` : title;
}
