// Follows a game: by its stream, or with an invitation in the address, which a stream cannot carry, by long polling.

import {invitation} from '../core/api.js';
import {follow} from '../core/stream.js';

/** @typedef {import('./state.js').TableState} TableState */

/** Milliseconds until a request is repeated that has failed. */
export const RETRY = 5_000;

/**
 * @param {TableState} state
 * @param {AbortSignal} signal
 */
export function followGame(state, signal) {
  if (invitation() !== null && state.seat === null) {
    import('./polling.js').then(({poll}) => poll(state, signal), () => {
      state.connection(state.lost ?? new Date());
      setTimeout(() => signal.aborted || followGame(state, signal), RETRY);
    });
    return;
  }
  const ended = new AbortController();
  const {seat} = state;
  // a stream has one viewer: a person who takes or leaves a seat needs another one
  state.addEventListener('change', () => {
    if (state.seat === seat || state.isOver) return;
    ended.abort();
    followGame(state, signal);
  }, {signal: AbortSignal.any([signal, ended.signal])});
  const as = state.as ? `&as=${encodeURIComponent(state.as)}` : '';
  /** @type {import('../core/types.js').SeenEvent[]} */
  let batch = [];
  const flush = () => {
    state.add(batch);
    batch = [];
  };
  /** @param {import('../core/types.js').Awaiting | null} awaiting */
  const arrived = (awaiting) => {
    // the stream says nothing more until the next event
    state.arrived(awaiting).catch(() => signal.aborted || setTimeout(arrived, RETRY, null));
  };
  follow(
    `${state.path}/stream?cursor=${state.version}&talk=true${state.seat === null ? '' : '&orders=true'}${as}`,
    {
      events: {
        message: (event) => batch.push(event),
        awaiting: (awaiting) => {
          flush();
          arrived(awaiting);
        },
        order: () => state.dispatchEvent(new Event('order')),
        talk: (message) => state.dispatchEvent(new CustomEvent('talk', {detail: message})),
        statement: () => {
          flush();
          ended.abort();
          arrived(null);
        },
      },
      connection: (since) => {
        state.connection(since);
        // the stream sends messages from now on
        if (!since) state.dispatchEvent(new Event('connected'));
      },
    },
    AbortSignal.any([signal, ended.signal]),
  );
}
