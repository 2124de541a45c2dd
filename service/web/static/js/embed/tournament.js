// An embedded tournament: its state, the tables of the current round, and the standings, as every visitor sees them.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {get, Problem} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {formatNumber, t} from '../core/texts.js';
import {
  columnText, formatFraction, isOfKnockout, pointsName, roundName, statusName, tieBreakName,
} from '../tournaments/words.js';
import {link, person} from './list.js';

/**
 * @typedef {import('../core/types.d.ts').Tournament} Tournament
 * @typedef {import('../core/types.d.ts').Standings} Standings
 * @typedef {import('../core/types.d.ts').TournamentTable} Table
 */

/** Milliseconds after which a visible embed reads the tournament again. */
const INTERVAL = 60_000;
/** The number of rows of the standings. */
const ROWS = 16;

class EmbedTournament extends LudoElement {
  /** @type {Tournament | null} */ tournament = null;
  /** @type {Standings | null} */ standings = null;
  problem = '';
  /** @type {ReturnType<typeof setInterval> | undefined} */ #ticks;

  get path() {
    return `/v1/tournaments/${this.dataset['tournament']}`;
  }

  async connected() {
    await this.read();
    this.#ticks = setInterval(() => document.hidden || this.isOver || this.read(), INTERVAL);
  }

  disconnected() {
    clearInterval(this.#ticks);
  }

  get isOver() {
    return this.tournament?.status === 'ended' || this.tournament?.status === 'cancelled';
  }

  async read() {
    try {
      const signal = this.leaving;
      [this.tournament, this.standings] = await Promise.all([
        get(this.path, {signal}), get(`${this.path}/standings`, {signal}),
      ]);
      this.problem = '';
    } catch (error) {
      if (this.leaving.aborted) return;
      this.problem = error instanceof Problem ? error.message : t('Not connected, not up to date. Trying again.');
    }
    this.update();
  }

  view() {
    const {tournament, standings} = this;
    const problem = this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing;
    if (!tournament || !standings) return problem;
    const round = tournament.rounds.at(-1);
    return html`<p class="muted">${statusName(tournament.status)}${round ? ` · ${roundName(round)}` : ''}</p>${problem}
      ${round && !this.isOver ? html`<ul class="embed-tables">${round.tables.map(tableView)}</ul>` : nothing}
      ${tournament.rounds.length ? this.#standings(standings)
        : html`<p class="muted">${t('The standings begin with the first round.')}</p>`}`;
  }

  /** @param {Standings} standings */
  #standings({rows}) {
    const known = rows[0]?.columns ?? [];
    const knockouts = known.filter(isOfKnockout);
    return html`<table><thead><tr><th scope="col">${t('Rank')}</th><th scope="col">${t('Player')}</th>
        ${knockouts.map(({name}) => html`<th scope="col">${tieBreakName(name)}</th>`)}
        <th scope="col">${pointsName(known)}</th></tr></thead>
      <tbody>${rows.slice(0, ROWS).map(({rank, player, name, points, columns}) => html`<tr>
        <td>${formatNumber(rank)}.</td><th scope="row">${person(player, name)}</th>
        ${columns.filter(isOfKnockout).map((column) => html`<td>${columnText(column)}</td>`)}
        <td>${formatFraction(points)}</td></tr>`)}</tbody></table>
      ${rows.length > ROWS ? html`<p class="muted">${link(`/tournaments/${this.dataset['tournament']}`,
        t('All {number} players', {number: rows.length}))}</p>` : nothing}`;
  }
}

/** @param {Table} table */
function tableView({number, game, seats, result}) {
  const ranks = new Map(result?.places.map((place) => [place.player, place.rank]));
  return html`<li><b>${link(`/games/${game}`, t('Table {number}', {number}))}</b>
    ${seats.map(({player, name}, place) => {
      const rank = ranks.get(player);
      return html`${place ? ', ' : ' '}${rank === undefined ? '' : `${rank}. `}${person(player, name)}`;
    })}</li>`;
}

define('ludo-embed-tournament', EmbedTournament);
