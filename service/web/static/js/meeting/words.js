// Challenges in words: what is played, why a player declines, and what has become of it.

import {formatDuration} from '../core/durations.js';
import {t} from '../core/texts.js';

/**
 * @typedef {import('../core/types.js').Challenge} Challenge
 * @typedef {import('../core/types.js').Ruleset} Ruleset
 */

/** The reasons to decline, by their names in the API. */
export const reasons = () => /** @type {[string, string][]} */ ([
  ['not_now', t('Not now')],
  ['clock', t('Another clock, please')],
  ['rules', t('Another game or other options, please')],
  ['rating', t('Rated or not: the other way, please')],
  ['no', t('No, thanks')],
]);

/**
 * Return what is played, such as `Minos, rated, 2 minutes a decision`.
 * @param {Challenge} challenge
 * @param {Map<string, Ruleset>} titles
 */
export function played({terms}, titles) {
  return [
    titles.get(terms.ruleset)?.title ?? terms.ruleset,
    terms.rated ? t('rated') : t('not rated'),
    terms.clock ? t('{time} a decision', {time: formatDuration(terms.clock.allowance)}) : t('no clock'),
    terms.hints && t('with hints'),
    terms.visibility === 'private' && t('private'),
  ].filter(Boolean).join(', ');
}

/**
 * Return the names of the other players.
 * @param {Challenge} challenge
 * @param {string} own
 */
export function others({players}, own) {
  return players.filter(({player}) => player !== own).map(({name}) => name ?? t('Deleted player')).join(', ');
}

/**
 * Return what has become of a challenge that was not accepted.
 * @param {Challenge} challenge
 */
export function outcome({state, players, declined_by: by, reason}) {
  const name = players.find(({player}) => player === by)?.name ?? t('Deleted player');
  if (state === 'declined') return t('{name} declines: {reason}', {name, reason: new Map(reasons()).get(reason ?? 'no')
    ?? ''});
  if (state === 'cancelled') return t('The challenge was taken back.');
  if (state === 'expired') return t('The challenge has expired.');
  return t('The game could not be opened.');
}
