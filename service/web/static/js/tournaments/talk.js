// Talk at a tournament: the panel of the table, with the tournament as its place. No stream sends these messages.

import '../table/talk.js';

export class TournamentTalk extends EventTarget {
  /** @type {import('../core/types.js').Me | null} */ person = null;
  /** @type {Map<string, string>} */ away = new Map();
  isOver = false;

  /** @param {import('./tournament.js').TournamentPage} page */
  constructor(page) {
    super();
    this.page = page;
    this.path = page.path;
    this.person = page.person;
    this.read();
  }

  emit() {
    this.dispatchEvent(new Event('change'));
    this.page.update();
  }

  /** Take what the page has read. */
  read() {
    this.isOver = ['ended', 'cancelled'].includes(this.page.tournament?.status ?? '');
    this.dispatchEvent(new Event('connected'));
  }
}
