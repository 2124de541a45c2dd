// The phase of a tournament for an organiser: the next step, and what it waits for.

import {seconds} from '../../core/durations.js';

/**
 * @typedef {import('../../core/types.js').Tournament} Tournament
 * @typedef {import('../../core/types.js').Entrant} Entrant
 * @typedef {'register' | 'check_in' | 'draw' | 'open' | 'play' | 'close' | 'finish'} Phase
 */

/** @param {Tournament} tournament */
export function usesCheckIn({terms}) {
  return seconds(terms.check_in) > 0;
}

/** @param {Tournament} tournament */
export function activePlayers({players}) {
  return players.filter(({status}) => status === 'active');
}

/**
 * Return the active players whom the next round leaves out, because they have not checked in.
 * @param {Tournament} tournament
 */
export function absentPlayers(tournament) {
  return tournament.check_in ? activePlayers(tournament).filter(({checked_in: isPresent}) => !isPresent) : [];
}

/**
 * Return how many players the next round has, and how many it needs.
 * @param {Tournament} tournament
 */
export function readiness(tournament) {
  const count = activePlayers(tournament).length - absentPlayers(tournament).length;
  return {count, fewest: Math.min(...tournament.terms.sizes)};
}

/**
 * Return the tables of open rounds that have no result, with the number of their round.
 * @param {Tournament} tournament
 */
export function waitingTables({rounds}) {
  return rounds.filter(({status}) => status !== 'closed')
    .flatMap(({number, tables}) => tables.filter(({result}) => !result).map((table) => ({round: number, table})));
}

/**
 * @param {Tournament} tournament
 * @returns {Phase}
 */
export function phaseOf(tournament) {
  const last = tournament.rounds.at(-1);
  if (last?.status === 'published') return 'open';
  if (last && last.status !== 'closed') return last.tables.every(({result}) => result) ? 'close' : 'play';
  if (tournament.next_round === null) return 'finish';
  const {count, fewest} = readiness(tournament);
  if (usesCheckIn(tournament) && !tournament.check_in) {
    return activePlayers(tournament).length < fewest ? 'register' : 'check_in';
  }
  if (count >= fewest) return 'draw';
  return tournament.check_in ? 'check_in' : 'register';
}
