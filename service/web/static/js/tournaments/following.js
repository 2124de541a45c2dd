// Waiting for the events of a tournament while the page is visible.

import {get} from '../core/api.js';

/** @typedef {import('./tournament.js').TournamentPage} Page */

/** Milliseconds until a lost request is repeated. */
const RETRY = 5_000;
/** Seconds that a request waits for the next event. */
const WAIT = 25;
/** Milliseconds after which a connection without an answer is dead. */
const SILENCE = 40_000;

export class Following {
  #shown = new AbortController();

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
  }

  /** Follow the tournament until it is over or the page is left. A hidden page needs no connection. */
  start() {
    const {leaving} = this.page;
    leaving.addEventListener('abort', () => this.#shown.abort(), {once: true});
    document.addEventListener('visibilitychange', () => this.#follow(), {signal: leaving});
    this.#follow();
  }

  async #follow() {
    this.#shown.abort();
    if (document.hidden || !this.page.isConnected) return;
    const shown = new AbortController();
    this.#shown = shown;
    while (!shown.signal.aborted) {
      const isOver = await this.#step(shown.signal);
      if (isOver) return;
    }
  }

  /**
   * Wait for events, and let the page read again.
   * @param {AbortSignal} signal
   */
  async #step(signal) {
    const {page} = this;
    const version = page.tournament?.version ?? 0;
    try {
      const path = `${page.path}/events?cursor=${version}&limit=1&wait=${WAIT}`;
      const found = await get(path, {signal: AbortSignal.any([signal, AbortSignal.timeout(SILENCE)])});
      if (found.items.length) await page.read();
      this.#lose(false);
      return found.is_over && !found.items.length;
    } catch {
      if (signal.aborted) return true;
      this.#lose(true);
      await new Promise((resolve) => setTimeout(resolve, RETRY));
      return false;
    }
  }

  /** @param {boolean} isLost */
  #lose(isLost) {
    if (this.page.isLost === isLost) return;
    this.page.isLost = isLost;
    this.page.update();
  }
}
