// The versions of a table that show what others have done, read once: from the first one that was needed.

import {GameHistory} from '../replay/history.js';

/** @typedef {import('../table/state.js').TableState} TableState */

export class Versions {
  /** @type {GameHistory | null} */ #history = null;
  #viewer = '';

  /**
   * @param {TableState} state
   * @param {AbortSignal} signal
   */
  constructor(state, signal) {
    this.state = state;
    this.signal = signal;
  }

  /**
   * Read versions.
   * @param {number} from 0: the version at which the game started.
   * @param {number} to
   * @returns {Promise<GameHistory>} From this version, or an earlier one.
   */
  async read(from, to) {
    const {as, live, path} = this.state;
    // a person who takes a seat, or loses it, sees something else
    if (!this.#history || this.#viewer !== live?.['viewer'] || from < (this.#history.start ?? 0)) {
      this.#history = new GameHistory(path, as, from || null);
      this.#viewer = live?.['viewer'];
    }
    const history = this.#history;
    await history.load(to, this.signal, () => {});
    return history;
  }
}
