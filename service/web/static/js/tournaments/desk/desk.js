// The organiser's desk: what is next, the draft of the next round, players, rulings, the end. It offers only the acts
// that the service says are possible for the visitor.

import {html, nothing} from '../../../vendor/lit-html/lit-html.js';
import {define, LudoElement} from '../../core/element.js';
import {t} from '../../core/texts.js';
import {copyField} from '../../pages/copy.js';
import '../../pages/player_field.js';
import {courseView} from './course.js';
import './draft.js';
import {nextView} from './next.js';
import {peopleView} from './people.js';
import './ruling.js';
import {waitingView} from './waiting.js';

/**
 * @typedef {import('../tournament.js').TournamentPage} Page
 * @typedef {import('./ruling.js').Ruling} Ruling
 */

export class Desk extends LudoElement {
  /** @type {Page | undefined} */
  page;

  /** The draft and the form of rulings have their own state. */
  rendered() {
    for (const part of this.querySelectorAll('ludo-draft, ludo-ruling')) /** @type {LudoElement} */ (part).update();
    this.page?.focusKeeper?.keep();
  }

  /**
   * Open the form of rulings for a table.
   * @param {number} round
   * @param {number} table
   */
  rule(round, table) {
    const form = /** @type {Ruling} */ (this.querySelector('ludo-ruling'));
    form.choose({round, table, ...(form.shownKind.needs.includes('table') ? {} : {kind: 'replace_result'})});
    /** @type {HTMLDetailsElement} */ (form.closest('details')).open = true;
    /** @type {HTMLElement | null} */ (form.querySelector('select'))?.focus();
  }

  view() {
    const {page} = this;
    const tournament = page?.tournament;
    if (!page || !tournament) return nothing;
    const may = new Set(tournament.you_may);
    const isOver = tournament.status === 'ended' || tournament.status === 'cancelled';
    if (isOver) return nothing;
    return html`<section class="panel desk" aria-labelledby="desk">
      <h2 id="desk">${t('Organiser’s desk')}</h2>
      ${nextView(page, tournament)}
      ${waitingView(page, tournament, (round, table) => this.rule(round, table))}
      ${may.has('publish_round') && tournament.next_round !== null
        ? html`<ludo-draft .page=${page}></ludo-draft>` : nothing}
      ${tournament.rounds.length ? nothing
        : copyField(t('Link for the players'), `${location.origin}/tournaments/${tournament.id}`)}
      <details class="fold"><summary>${t('Players, check-in and forbidden pairs')}</summary>
        ${peopleView(page, tournament)}</details>
      ${tournament.rounds.length && may.has('adjust_points') ? html`<details class="fold">
        <summary>${t('Rulings')}</summary><ludo-ruling .page=${page}></ludo-ruling></details>` : nothing}
      <details class="fold"><summary>${t('Registration, roles and the end')}</summary>
        ${courseView(page, tournament)}</details></section>`;
  }
}

define('ludo-desk', Desk);
