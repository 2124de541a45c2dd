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
    // a seat that is taken uses the invitation up: no request may still have it then
    while (state.isSending) await new Promise((done) => state.addEventListener('change', done, {once: true}));
    if (invitation() === null || state.seat !== null) return followGame(state, signal);
    const ended = new AbortController();
    state.addEventListener('change', () => state.isSending && ended.abort(), {signal: ended.signal});
    try {
      const path = `${state.path}/events?cursor=${state.version}&wait=${WAIT}&lang=${language}`;
      const either = AbortSignal.any([signal, ended.signal, AbortSignal.timeout(SILENCE)]);
      const {items} = await get(path, {signal: either});
      if (state.lost) state.connection(null);
      state.add(items);
      if (items.length) await state.arrived(null);
    } catch {
      if (signal.aborted) return;
      if (ended.signal.aborted) continue;
      state.connection(state.lost ?? new Date());
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    } finally {
      ended.abort();
    }
  }
}
