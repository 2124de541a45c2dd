// The form that opens a game. Titles, options and their explanations come from the API.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {newKey, send} from '../core/api.js';
import {define} from '../core/element.js';
import {problemView, skeleton} from '../core/paged.js';
import {takeSeat} from '../core/people.js';
import {t} from '../core/texts.js';
import {entryFields} from './entry_terms.js';
import {asGuest} from './guest.js';
import {invitationsView} from './invitations.js';
import {clockFields, optionFields, seatFields, termFields, titleFields} from './new_game_fields.js';
import {emptyForm, ofTitle, requestOf} from './opening.js';
import {OpeningForm} from './opening_form.js';
import {playerOf, UnknownPlayerError} from './player_field.js';

/**
 * @typedef {import('./opening.js').Form} Form
 * @typedef {import('./player_field.js').PlayerField} PlayerField
 * @typedef {import('../core/types.js').Ruleset} Ruleset
 * @typedef {import('../core/types.js').Game} Game
 */

/** @extends {OpeningForm<Form>} */
export class NewGame extends OpeningForm {
  /** @type {{game: string, links: {name: string, url: string}[]} | null} */
  opened = null;

  /**
   * @override
   * @param {Ruleset} usual
   */
  async firstForm(usual) {
    const kept = /** @type {Form | undefined} */ (history.state?.form);
    const wanted = this.titles.get(kept?.title ?? new URLSearchParams(location.search).get('title') ?? '');
    const form = {...emptyForm(wanted ?? usual), clock: this.usualClock ?? 'none'};
    return kept && wanted ? {...form, ...kept} : form;
  }

  /**
   * Change fields. The entry of the history keeps the form, so that back and reload lose nothing.
   * @param {Partial<Form>} fields
   */
  change(fields) {
    if (!this.form) return;
    this.form = {...this.form, ...fields};
    this.key = newKey();
    history.replaceState({...history.state, form: this.form}, '');
    this.update();
  }

  /** @param {string} title */
  chooseTitle(title) {
    const ruleset = this.titles.get(title);
    if (!ruleset || !this.form) return;
    this.words = undefined;
    this.errors = {};
    this.change(ofTitle(ruleset, this.form.seats));
    this.readWords(title).catch((error) => this.fail(error));
  }

  /** @param {SubmitEvent} event */
  async open(event) {
    await this.submit(event, async (form) => {
      this.person ??= await asGuest();
      const players = await this.players(form);
      const request = requestOf(this.ruleset, {...form, players});
      await this.enter(await send('POST', '/v1/games', request, {key: this.key}));
    });
  }

  /**
   * Return the ids of the players for whom seats are reserved, by seat.
   * @param {Form} form
   * @throws {UnknownPlayerError} if no player has a name; the field is marked
   */
  async players(form) {
    const players = [...form.players];
    for (const field of /** @type {NodeListOf<PlayerField>} */ (this.querySelectorAll('ludo-player-field'))) {
      const seat = Number(field.id.split('-').pop());
      try {
        players[seat] = await playerOf(field.entered);
      } catch (error) {
        if (error instanceof UnknownPlayerError) {
          [this.errors, this.hasNewErrors] = [{[`/reserved/${seat}`]: error.message}, true];
        }
        throw error;
      }
    }
    return players;
  }

  /**
   * Take the opener's seat, start a game whose seats are all taken, and go to the table, or show the invitations.
   * @param {Game} game
   */
  async enter(game) {
    const form = /** @type {Form} */ (this.form);
    const current = form.isPlaying ? await takeSeat(game.id, 0) : game;
    const isFull = current.seats.every((/** @type {{player: string | null}} */ {player}) => player);
    if (isFull && !form.startsAt) await send('POST', `/v1/games/${game.id}/start`);
    const links = await this.invitations(game, isFull);
    history.replaceState(null, '');
    if (!links.length) {
      location.assign(`/games/${game.id}`);
      return;
    }
    this.opened = {game: game.id, links};
    announce(t('The game is open.'));
  }

  /**
   * Return the links by which others enter: one for each reserved seat, and one for the other seats of a private game.
   * @param {Game} game
   * @param {boolean} isFull
   */
  async invitations(game, isFull) {
    /** @param {string} invitation */
    const url = (invitation) => `${location.origin}/games/${game.id}#invitation=${invitation}`;
    const reserved = game.invitations ?? [];
    const links = reserved.map(({seat, invitation}) => ({name: t('Seat {seat}', {seat}), url: url(invitation)}));
    if (game.visibility === 'private' && !isFull) {
      const made = await send('POST', `/v1/games/${game.id}/invitations`, {label: 'Link'});
      links.push({name: t('Other seats'), url: url(made.invitation)});
    }
    return links;
  }

  view() {
    if (this.opened) return invitationsView(this.opened);
    if (!this.form) return this.problem ? problemView(this.problem) : skeleton();
    return html`<form class="form" novalidate @submit=${(/** @type {SubmitEvent} */ event) => this.open(event)}>
      ${titleFields(this, this.form)}
      ${seatFields(this, this.form)}
      ${clockFields(this, this.form)}
      ${termFields(this, this.form)}
      ${entryFields(this, this.form)}
      ${optionFields(this, this.form)}
      <div class="submit">
        ${this.problem ? this.problemView(this.problem) : nothing}
        <div class="actions">
          <button class="primary" aria-disabled=${this.isBusy}>${t('Open the game')}</button>
          ${this.person ? nothing
            : html`<span class="hint">${t('You are not signed in. You will play as a guest.')}</span>`}
        </div></div></form>`;
  }
}

define('ludo-new-game', NewGame);
