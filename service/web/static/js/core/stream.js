// A server-sent event stream that resumes after its last event and says whether it is connected.

import {language} from './texts.js';

/** Milliseconds until the stream is opened again after an answer that is no stream, such as 503: doubled each time. */
const [RETRY_CLOSED, RETRY_LONGEST] = [5_000, 80_000];

/**
 * @typedef {object} Listener
 * @property {(data: any, id: string) => void} [message] An event without a name: a record of the log.
 * @property {Record<string, (data: any, id: string) => void>} [events] Events by name, such as `awaiting`.
 * @property {boolean} [isOfRows] Whether the stream has rows without sentences, and takes no language.
 * @property {(since: Date | null) => void} [connection] Called with the time of a loss, and with null on connection.
 */

/**
 * Follow a stream until the signal aborts. The browser reconnects with Last-Event-ID, so that no event is lost.
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

  const open = () => {
    if (signal.aborted) return;
    const url = new URL(path, location.origin);
    if (!listener.isOfRows) url.searchParams.set('lang', language);
    if (last) url.searchParams.set('after', last);
    source = new EventSource(url);
    source.onopen = () => {
      lost = null;
      wait = RETRY_CLOSED;
      listener.connection?.(null);
    };
    source.onerror = () => {
      lost ??= new Date();
      listener.connection?.(lost);
      if (source?.readyState !== EventSource.CLOSED) return;
      setTimeout(open, wait);
      wait = Math.min(2 * wait, RETRY_LONGEST);
    };
    /** @param {(data: any, id: string) => void} handle */
    const handler = (handle) => (/** @type {MessageEvent<string>} */ event) => {
      if (event.lastEventId) last = event.lastEventId;
      handle(JSON.parse(event.data), event.lastEventId);
    };
    if (listener.message) source.onmessage = handler(listener.message);
    for (const [name, handle] of Object.entries(listener.events ?? {})) source.addEventListener(name, handler(handle));
  };

  signal.addEventListener('abort', () => source?.close(), {once: true});
  open();
}
