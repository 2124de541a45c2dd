// Finds streams that have died without an end: a proxy may forward nothing and close nothing.

/** Milliseconds without a sign of the service after which a connection is dead. A heartbeat comes every 15 seconds. */
const SILENCE = 40_000;

/** Milliseconds in which a stream has to open: the browser may have taken a connection that died while it was idle. */
const OPENS_WITHIN = 15_000;

/**
 * Watch a stream until the signal aborts. Returns what to call with each sign of the service.
 * @param {(since: Date | null) => void} again Called when the stream has to be opened again: with the time of the last
 *   sign if it is dead, with null if that is unknown.
 * @param {AbortSignal} signal
 */
export function watch(again, signal) {
  let seen = Date.now();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {number} delay */
  const wait = (delay) => {
    clearTimeout(timer);
    timer = setTimeout(late, delay);
  };
  const late = () => {
    wait(OPENS_WITHIN);
    again(new Date(seen));
  };
  // the timers of a hidden page are slow, or stopped: a new request reads at once what is missing
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    wait(OPENS_WITHIN);
    again(null);
  }, {signal});
  // without a network, the browser may keep a stream that then sends nothing
  for (const name of ['offline', 'online']) window.addEventListener(name, late, {signal});
  signal.addEventListener('abort', () => clearTimeout(timer), {once: true});
  wait(SILENCE);
  return () => {
    seen = Date.now();
    wait(SILENCE);
  };
}
