// A server-sent event stream that resumes after its last event and says whether it is up to date.

import {forgetPosition} from './api.js';
import {language} from './texts.js';

/** Milliseconds until the stream is opened again after an answer that is no stream, such as 503: doubled each time. */
const [RETRY_CLOSED, RETRY_LONGEST] = [5_000, 80_000];

/**
 * @typedef {object} Listener
 * @property {Record<string, (data: any, id: string) => void>} events By name, such as `awaiting`; those without a name,
 *   records of the log, are called `message`.
 * @property {boolean} [isOfRows] Whether the stream has rows without sentences, and takes no language.
 * @property {(since: Date | null) => void} [connection] Called with the time of a loss, and with null on connection.
 */

/**
 * Follow a stream until the signal aborts. The browser reconnects with Last-Event-ID, so that no event is lost.
 * A connection that is silent for too long is replaced.
 * @param {string} path
 * @param {Listener} listener
 * @param {AbortSignal} signal
 */
export function follow(path, listener, signal) {
  /** @type {EventSource | null} */
  let source = null;
  let last = '';
  /** @type {Date | null} */
  let lost = null;
  let wait = RETRY_CLOSED;
  let alive = () => {};

  /** @param {Date} since */
  const lose = (since) => {
    lost ??= since;
    listener.connection?.(lost);
  };

  const open = () => {
    if (signal.aborted) return;
    source?.close();
    const url = new URL(path, location.origin);
    if (!listener.isOfRows) url.searchParams.set('lang', language);
    if (last) url.searchParams.set('cursor', last);
    source = new EventSource(url);
    source.onopen = () => {
      lost = null;
      wait = RETRY_CLOSED;
      listener.connection?.(null);
      alive();
    };
    source.onerror = () => {
      lose(new Date());
      if (source?.readyState !== EventSource.CLOSED) return;
      setTimeout(open, wait);
      wait = Math.min(2 * wait, RETRY_LONGEST);
    };
    /** @type {Listener['events']} */
    const events = {heartbeat: () => {}, ...listener.events};
    for (const [name, handle] of Object.entries(events)) {
      source.addEventListener(name, (/** @type {MessageEvent<string>} */ {data, lastEventId}) => {
        alive();
        last = lastEventId || last;
        // an event does not say its position
        if (name !== 'heartbeat') forgetPosition();
        handle(JSON.parse(data), lastEventId);
      });
    }
  };

  signal.addEventListener('abort', () => source?.close());
  open();
  // without it, the stream is followed as far as the browser notices its end
  import('./silence.js').then(({watch}) => {
    alive = watch((since) => {
      if (since) lose(since);
      // a stream that was refused is opened again after its own delay
      if (source?.readyState !== EventSource.CLOSED) open();
    }, signal);
  }).catch(() => {});
}
