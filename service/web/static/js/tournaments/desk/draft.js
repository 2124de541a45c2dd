// The draft of the next round: draw it, draw again, swap players, give a bye, publish. Only organisers see it.

import {html, nothing} from '../../../vendor/lit-html/lit-html.js';
import {announce} from '../../core/announce.js';
import {send} from '../../core/api.js';
import {define, LudoElement} from '../../core/element.js';
import {seatMark} from '../../core/seats.js';
import {t, tn} from '../../core/texts.js';
import {costsView} from '../costs.js';
import {refusedView} from '../refused.js';
import {roundName} from '../words.js';

/**
 * @typedef {import('../tournament.js').TournamentPage} Page
 * @typedef {import('../../core/types.js').Draft} Draft
 * @typedef {Draft['edits'][number]} Edit
 */

/** The last attempt that the service draws. */
const LAST = 99;

class DraftView extends LudoElement {
  /** @type {Page | undefined} */
  page;
  /** @type {Draft | null} */
  draft = null;
  /** The version of the tournament for which the draft was drawn. */
  version = 0;
  /** @type {string | null} The player who was pressed first */
  chosen = null;
  /** @type {Error | null} */
  problem = null;
  isBusy = false;
  /** Whether the draft was not shown before: its heading gets the focus. */
  isNew = false;

  get round() {
    return this.page?.tournament?.next_round ?? 0;
  }

  /**
   * Read a draft. Without edits and attempt, it is the first draw.
   * @param {number} attempt
   * @param {Edit[]} edits
   * @param {string} done What is announced afterwards
   */
  async read(attempt, edits, done) {
    if (!this.page || this.isBusy) return;
    [this.isBusy, this.problem, this.chosen, this.isNew] = [true, null, null, this.draft === null];
    this.update();
    const version = this.page.tournament?.version ?? 0;
    try {
      this.draft = await send('POST', `${this.page.path}/rounds/${this.round}/drafts`, {attempt, edits});
      announce(done);
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
      // edits may concern a player who has left
      if (this.version !== version) this.draft = null;
    }
    this.version = version;
    this.isBusy = false;
    this.update();
  }

  /** Draw again when the tournament has changed: players may have come or gone. */
  rendered() {
    const {draft, page} = this;
    if (this.isNew && draft && !this.isBusy) {
      this.isNew = false;
      /** @type {HTMLElement | null} */ (this.querySelector('#draft'))?.focus();
    }
    if (!draft || !page?.tournament || this.isBusy || this.version === page.tournament.version) return;
    if (draft.round === this.round) this.read(draft.attempt, draft.edits, t('The draft has changed.'));
    else this.close();
  }

  close() {
    [this.draft, this.problem, this.chosen] = [null, null, null];
    this.update();
  }

  /**
   * Press a player: the first press chooses, the second one swaps.
   * @param {string} player
   */
  press(player) {
    const {chosen, draft} = this;
    if (!draft) return;
    if (chosen === null || chosen === player) {
      this.chosen = chosen === player ? null : player;
      this.update();
      return;
    }
    this.read(draft.attempt, [...draft.edits, {type: 'swap', players: [chosen, player]}], t('Swapped'));
  }

  async publish() {
    const {draft, page} = this;
    if (!draft || !page) return;
    const {round, attempt, edits} = draft;
    const body = {type: 'publish_round', round, attempt, edits};
    if (await page.act('publish', body, t('Round {round} is published.', {round}))) this.close();
  }

  view() {
    const {draft, page} = this;
    if (!page) return nothing;
    const problem = this.problem ? refusedView(this.problem, page.tournament) : page.problemIn('publish');
    if (!draft) {
      return html`<p class="actions"><button type="button" class="primary" aria-disabled=${String(this.isBusy)}
        @click=${() => this.read(0, [], t('The draft is ready.'))}>
        ${t('Draw round {round}', {round: this.round})}</button></p>${this.progressView()}${problem}`;
    }
    return html`<section class="draft" aria-labelledby="draft" aria-busy=${String(this.isBusy)}>
      <h3 id="draft" tabindex="-1">
        ${t('Draft: {round}', {round: roundName({number: draft.round, stage: draft.stage})})}</h3>
      <p class="hint">${t('Only organisers see it. To swap two players, press one and then the other.')}
        ${t('To give a bye, press a player, then the button below.')}</p>
      <ul class="cards tables">${draft.tables.map((seats, place) => html`<li class="card">
        <h4>${t('Table {number}', {number: place + 1})}</h4>
        <ul class="seats">${seats.map(({seat, player, name}) => html`<li>
          <span class="seat seat-${seat}">${seatMark(seat)}<span class="visually-hidden">${t('Seat {seat}', {seat})}:
          </span></span>${this.playerView(player, name)}</li>`)}</ul></li>`)}
        ${draft.byes.length ? html`<li class="card"><h4>${t('Bye')}</h4>
          <ul class="seats">${draft.byes.map(({player, name}) => html`<li>${this.playerView(player, name)}</li>`)}</ul>
          </li>` : nothing}</ul>
      ${this.toolsView(draft)}${this.progressView()}${problem}
      <p>${quality(draft)}</p>
      <details class="differences" ?open=${draft.edits.length > 0}><summary>${t('Cost')}</summary>
        ${costsView(draft.cost, draft.drawn_cost)}</details></section>`;
  }

  /** What is going on while the service draws. */
  progressView() {
    return html`<p class="hint" role="status">${this.isBusy
      ? t('The service is drawing. For hundreds of players this takes up to a minute.') : ''}</p>`;
  }

  /**
   * @param {string} player
   * @param {string | null} name
   */
  playerView(player, name) {
    return html`<button type="button" class="draft-player" aria-pressed=${String(this.chosen === player)}
      aria-disabled=${String(this.isBusy)} @click=${() => this.press(player)}>${name ?? t('Deleted player')}</button>`;
  }

  /** @param {Draft} draft */
  toolsView({round, attempt, edits, tables}) {
    const {chosen} = this;
    const isSeated = tables.flat().some(({player}) => player === chosen);
    return html`<p class="actions">
        <button type="button" class="primary" aria-disabled=${String(this.isBusy || this.page?.isBusy)}
          @click=${() => this.publish()}>${t('Publish round {round}', {round})}</button>
        ${chosen && isSeated ? html`<button type="button" aria-disabled=${String(this.isBusy)}
          @click=${() => this.read(attempt, [...edits, {type: 'bye', player: chosen}], t('The player has a bye.'))}>
          ${t('Give a bye to the chosen player')}</button>` : nothing}
        ${edits.length ? html`<button type="button" aria-disabled=${String(this.isBusy)}
          @click=${() => this.read(attempt, edits.slice(0, -1), t('The last change is undone.'))}>
          ${t('Undo the last change')}</button>` : nothing}
        ${attempt < LAST ? html`<button type="button" aria-disabled=${String(this.isBusy)}
          @click=${() => this.read(attempt + 1, [], t('Another draw is ready.'))}>
          ${t('Draw again')}</button>` : nothing}
        <button type="button" @click=${() => this.close()}>${t('Discard the draft')}</button></p>
      <p class="hint">${t('Published tables are public, and their games open.')}
        ${t('Until a game starts, rulings can swap players or withdraw the round.')}</p>
      ${attempt || edits.length ? html`<p class="hint">${t('Draw {number}', {number: attempt + 1})}${edits.length
        ? html` · ${tn('{number} change by hand', '{number} changes by hand', edits.length)}` : nothing}.
        ${t('The published round records both.')}</p>` : nothing}`;
  }
}

/**
 * Return in words what an organiser wants to know of a pairing.
 * @param {Draft} draft
 */
function quality({cost, byes}) {
  const count = (/** @type {string} */ part) => Number(/** @type {Record<string, string>} */ (cost)[part] ?? 0);
  const texts = [
    byes.length ? tn('{number} player has a bye.', '{number} players have a bye.', byes.length)
      : t('No player has a bye.'),
    count('repeats') ? t('Some players meet again.') : Object.keys(cost).length && t('No two players meet again.'),
    count('forbidden') && t('A forbidden pair sits at one table.'),
  ];
  return texts.filter(Boolean).map((text) => html`${text} `);
}

define('ludo-draft', DraftView);
