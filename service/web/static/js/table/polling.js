// Follows a game by long polling, for a visitor with an invitation and without a seat.

import {get, invitation} from '../core/api.js';
import {language} from '../core/texts.js';
import {followGame, RETRY} from './following.js';

/** @typedef {import('./state.js').TableState} TableState */

/** Seconds in which the service waits for an event. */
const WAIT = 25;
/** Milliseconds after which a connection without an answer is dead. */
const SILENCE = 40_000;

/**
 * @param {TableState} state
 * @param {AbortSignal} signal
 */
export async function poll(state, signal) {
  while (!signal.aborted && !state.isOver) {
    try {
      const path = `${state.path}/events?cursor=${state.version}&wait=${WAIT}&lang=${language}`;
      const {items} = await get(path, {signal: AbortSignal.any([signal, AbortSignal.timeout(SILENCE)])});
      if (state.lost) state.connection(null);
      state.add(items);
      if (items.length) await state.arrived(null);
      // while a seat is being taken, the invitation may be used up
      while (state.isSending) await new Promise((done) => state.addEventListener('change', done, {once: true}));
      if (invitation() === null || state.seat !== null) return followGame(state, signal);
    } catch {
      if (signal.aborted) return;
      state.connection(state.lost ?? new Date());
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
  }
}
