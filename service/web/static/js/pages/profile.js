// The profile of a player: ratings, their history, and games.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {get, Problem} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {missing} from '../core/missing.js';
import {Paged, pagedView, problemView, skeleton} from '../core/paged.js';
import {me} from '../core/session.js';
import {formatDay, formatMoment, formatNumber, formatPercent, t} from '../core/texts.js';
import {feedsView} from './feeds.js';
import {resultRow, runningRow} from './game_card.js';
import {knownFor} from './known.js';
import {decimal} from './leaderboard_rows.js';
import {profileName} from './profiles.js';
import {recordView} from './record.js';
import {reportButton} from '../reports/control.js';
import '../core/block.js';
import '../core/plot.js';
import '../meeting/challenge.js';

/**
 * @typedef {import('../core/types.js').Profile} PlayerProfile
 * @typedef {import('../core/types.js').RatedGame} RatedGame
 * @typedef {import('../core/types.js').FinishedGame} FinishedGame
 * @typedef {import('../core/types.js').GameRow} GameRow
 * @typedef {import('../core/plot.js').Series} Series
 */

/** The number of rated games that the plot shows: the last ones. */
const PLOTTED = 1000;

class Profile extends LudoElement {
  known = knownFor(this);
  /** @type {PlayerProfile | null} */
  player = null;
  /** @type {Series[]} */
  history = [];
  /** @type {import('../core/types.js').PlayerRecord | null} */
  record = null;
  isOwn = false;
  /** Whether the visitor can block the player. */ mayBlock = false;
  /** Whether the visitor can keep a note about the player. */ hasNote = false;
  /** @type {Error | null} */
  problem = null;
  /** @type {Paged<FinishedGame> | null} */
  results = null;
  /** @type {Paged<GameRow> | null} */
  running = null;

  async connected() {
    const id = encodeURIComponent(this.dataset['player'] ?? '');
    this.results = new Paged(this, `/v1/results?order=desc&limit=20&player=${id}`);
    this.running = new Paged(this, `/v1/players/${id}/games?status=running&limit=12`);
    try {
      // the link to the account is part of the head: it must not move what is below it later
      const [player, own, record] = await Promise.all([
        get(`/v1/players/${id}`, {signal: this.leaving}), me().catch(() => null),
        get(`/v1/players/${id}/record`, {signal: this.leaving}),
      ]);
      [this.player, this.record] = [player, record];
      this.isOwn = own?.id === this.player?.id;
      this.mayBlock = own !== null && !this.isOwn && player.id.startsWith('player:');
      this.hasNote = own !== null && !this.isOwn;
      if (this.hasNote) await import('./player_note.js');
      document.title = `${this.player?.name} · Ludolog`;
      this.update();
      this.results.load();
      this.running.load();
      const rated = await this.ratedGames(`/v1/players/${id}/ratings?limit=1000`);
      this.history = this.linesOf(rated);
    } catch (error) {
      if (!this.leaving.aborted) this.problem = /** @type {Error} */ (error);
    }
    this.update();
  }

  /**
   * Return the last rated games of a list that begins with the oldest ones.
   * @param {string} path
   */
  async ratedGames(path) {
    /** @type {RatedGame[]} */
    let rows = [];
    /** @type {string | null} */
    let next = '';
    while (next !== null) {
      const page = await get(path + (next && `&cursor=${encodeURIComponent(next)}`), {signal: this.leaving});
      rows = [...rows, ...page.items].slice(-PLOTTED);
      next = page.next;
    }
    return rows;
  }

  /**
   * Return a line for each title: the skill with its deviation.
   * @param {RatedGame[]} rated
   * @returns {Series[]}
   */
  linesOf(rated) {
    return [...new Set(rated.map(({ruleset}) => ruleset))].map((title) => ({
      name: title,
      points: rated.filter(({ruleset}) => ruleset === title).map((game) => ({
        x: Date.parse(game.ended_at),
        y: game.mu,
        spread: game.sigma,
        href: `/games/${game.game}`,
        text: t('Skill {skill} ± {deviation}, rank {rank}',
          {skill: decimal(game.mu), deviation: decimal(game.sigma), rank: game.rank}),
      })),
    }));
  }

  view() {
    const {player} = this;
    if (this.problem instanceof Problem && this.problem.status === 404) return missing();
    if (this.problem) return problemView(this.problem, () => location.reload());
    if (!player || !this.results || !this.running) return html`<h1>${t('Player')}</h1>${skeleton()}`;
    return html`
      <div class="page-head"><h1>${player.name}</h1>
        ${this.isOwn ? html`<a class="button" href="/account">${t('Account')}</a>`
          : html`<div class="actions"><ludo-challenge data-player=${player.id}></ludo-challenge>
            ${reportButton({type: 'name', player: player.id}, t('Report the name {name}', {name: player.name}))}
            ${this.mayBlock ? html`<ludo-block .player=${player.id} .name=${player.name}></ludo-block>` : nothing}
            </div>`}</div>
      <p class="muted">${t('Member since {day}', {day: formatDay(player.created_at)})}
        ${player.former_names.map(({name, until}) => html`· ${t('called {name} until {day}',
          {name, day: formatDay(until)})} `)}</p>
      ${completionView(player.completion)}
      ${player.away_until ? html`<p><span class="badge">${t('away until {moment}', {
        moment: formatMoment(player.away_until),
      })}</span></p>` : nothing}
      ${this.hasNote ? html`<ludo-player-note data-player=${player.id}></ludo-player-note>` : nothing}
      <section aria-labelledby="ratings"><h2 id="ratings">${t('Ratings')}</h2>${this.ratingsView(player)}</section>
      <section class="record" aria-labelledby="record"><h2 id="record">${t('Games and wins')}</h2>
        ${this.record ? recordView(this.record, this.known) : nothing}</section>
      ${this.running.items?.length ? html`<section aria-labelledby="running"><h2 id="running">${t('Running games')}</h2>
        ${pagedView(this.running, (games) => html`<ul class="rows">${games.map(
          (game) => runningRow(game, this.known, null))}</ul>`, nothing)}</section>` : nothing}
      <section aria-labelledby="results"><h2 id="results">${t('Results')}</h2>
        ${pagedView(this.results, (games) => html`<ul class="rows">${games.map(
          (game) => resultRow(game, this.known))}</ul>`, t('No finished game yet.'))}</section>
      ${this.feedsOf(player)}`;
  }

  /** @param {PlayerProfile} player */
  feedsOf({id, name, ratings}) {
    const page = `/players/${id}`;
    const badges = ratings.map(({ruleset}) => {
      const title = this.known.titles.get(ruleset)?.title ?? ruleset;
      return {path: `/badge${page}/${ruleset}.svg`, page, text: `${name} · ${title}`};
    });
    return feedsView({feed: `/v1${page}/feed`, badges});
  }

  /** @param {PlayerProfile} player */
  ratingsView(player) {
    if (!player.ratings.length) return html`<p class="muted">${t('No rated game yet.')}</p>`;
    const history = this.history.map((line) => ({...line, name: this.known.titles.get(line.name)?.title ?? line.name}));
    return html`<div class="scroll"><table class="as-cards"><thead><tr>
        <th scope="col">${t('Title')}</th><th scope="col" class="number">${t('Rating')}</th>
        <th scope="col" class="number">${t('Skill')}</th><th scope="col" class="number">${t('Games')}</th>
        <th scope="col" class="number">${t('Wins')}</th></tr></thead><tbody>
      ${[...player.ratings, ...player.profile_ratings].map((rating) => html`<tr>
        <th scope="row">${this.titleOf(rating)}</th>
        <td class="number" data-label=${t('Rating')}>${decimal(rating.rating)}
          ${rating.provisional ? html`<span class="badge">${t('provisional')}</span>` : ''}</td>
        <td class="number" data-label=${t('Skill')}>${decimal(rating.mu)} ± ${decimal(rating.sigma)}</td>
        <td class="number" data-label=${t('Games')}>${formatNumber(rating.games)}</td>
        <td class="number" data-label=${t('Wins')}>${formatNumber(rating.wins)}</td></tr>`)}</tbody></table></div>
      <h3>${t('Skill over time')}</h3>
      <p class="legend">${history.map(({name}, place) => html`<span class="series-${place % 3}">
        <svg viewBox="0 0 28 8" aria-hidden="true"><path d="M0 4H28" /></svg> ${name}</span>`)}</p>
      <ludo-plot data-name=${t('Skill over time')} .series=${history}></ludo-plot>`;
  }

  /** @param {import('../core/types.js').Rating} rating */
  titleOf({ruleset, profile}) {
    const known = this.known.titles.get(ruleset);
    const title = known?.title ?? ruleset;
    return profile === null ? html`<a href="/leaderboards/${ruleset}">${title}</a>`
      : html`<a href="/leaderboards/${ruleset}?profile=${profile}">${
        t('{title}, {profile}', {title, profile: profileName(known, profile)})}</a>`;
  }
}

/**
 * Show how many of the last games a player has finished.
 * @param {PlayerProfile['completion']} completion
 */
function completionView({started, finished, percent}) {
  if (percent === null) return nothing;
  return html`<p>${t('Finishes {percent} of games ({finished} of the last {started}).', {
    percent: formatPercent(percent), finished: formatNumber(finished), started: formatNumber(started),
  })}</p>`;
}

define('ludo-profile', Profile);
