// The desk of operators for reports about unfair play: ask for one, and read what it finds.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {get, send} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {problemView, skeleton} from '../core/paged.js';
import {me, signInAddress} from '../core/session.js';
import {formatDay, formatMoment, formatNumber, formatPercent, t} from '../core/texts.js';

/**
 * @typedef {import('../core/types.js').FairPlayAsked} Asked
 * @typedef {import('../core/types.js').FairPlayWhole} Whole
 */

/** Milliseconds between two looks at a report that is computed, and of a month. */
const LOOK = 2_000, MONTH = 30 * 24 * 3_600_000;

class FairPlay extends LudoElement {
  /** @type {Asked[] | null} */
  items = null;
  /** @type {Whole | null} */
  whole = null;
  isSignedIn = true;
  refusal = '';
  /** @type {Error | null} */
  problem = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  async connected() {
    this.leaving.addEventListener('abort', () => clearTimeout(this.#timer));
    try {
      this.isSignedIn = (await me()) !== null;
      if (this.isSignedIn) await this.#load();
    } catch (error) {
      if (!this.leaving.aborted) this.problem = /** @type {Error} */ (error);
    }
    this.update();
  }

  async #load() {
    this.items = (await get('/v1/moderation/fair-play-reports', {signal: this.leaving})).items;
    this.update();
    clearTimeout(this.#timer);
    if (this.items?.some(({state}) => state === 'waiting' || state === 'running')) {
      this.#timer = setTimeout(() => this.#try(() => this.#load()), LOOK);
    }
  }

  view() {
    if (this.problem) return problemView(this.problem, () => location.reload());
    if (!this.isSignedIn) return html`<p><a class="button" href=${signInAddress()}>${t('Sign in')}</a></p>`;
    if (!this.items) return skeleton();
    const day = (/** @type {number} */ time) => new Date(time).toISOString().slice(0, 10);
    return html`<p>${t('A finding is no proof. Look at the games, and decide yourself.')}</p>
      <form class="filters" @submit=${(/** @type {SubmitEvent} */ event) => this.#ask(event)}>
        <div class="field"><label for="since">${t('From')}</label>
          <input id="since" name="since" type="date" required value=${day(Date.now() - MONTH)}></div>
        <div class="field"><label for="until">${t('Until')}</label>
          <input id="until" name="until" type="date" required value=${day(Date.now())}></div>
        <button class="primary">${t('Compute a report')}</button></form>
      ${this.refusal ? html`<p class="error" role="alert">${this.refusal}</p>` : nothing}
      <ul class="rows">${this.items.map((each) => this.#row(each))}</ul>
      ${this.whole ? found(this.whole) : nothing}`;
  }

  /** @param {Asked} each */
  #row(each) {
    return html`<li class="row"><span>${formatDay(each.since)} – ${formatDay(each.until)}</span>
      <span class="muted">${stateOf(each)}</span>
      ${each.state === 'done' ? html`<button type="button" @click=${() => this.#show(each)}
        aria-label=${t('Read the report of {moment}', {moment: formatMoment(each.asked_at)})}>${t('Read')}</button>`
        : nothing}</li>`;
  }

  /** @param {SubmitEvent} event */
  #ask(event) {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    // to the end of the day
    const end = new Date(Date.parse(String(data.get('until'))) + 24 * 3_600_000).toISOString();
    const body = {since: new Date(String(data.get('since'))).toISOString(), until: end};
    return this.#try(async () => {
      await send('POST', '/v1/moderation/fair-play-reports', body);
      announce(t('Asked for'));
      await this.#load();
    });
  }

  /** @param {Asked} each */
  #show({id}) {
    return this.#try(async () => {
      this.whole = await get(`/v1/moderation/fair-play-reports/${id}`, {signal: this.leaving});
      this.update();
    });
  }

  /** @param {() => Promise<unknown>} action */
  async #try(action) {
    this.refusal = '';
    try {
      await action();
    } catch (error) {
      if (this.leaving.aborted) return;
      this.refusal = error instanceof Error ? error.message : String(error);
    }
    this.update();
  }
}

/** @param {Asked} each */
function stateOf(each) {
  if (each.state === 'done') return t('{games} rated games', {games: formatNumber(each.games)});
  if (each.state === 'failed') return t('failed');
  return t('is computed: {games} games so far', {games: formatNumber(each.games)});
}

/** @param {Whole} whole */
function found({found: report, players}) {
  if (!report) return nothing;
  const names = new Map(players.map(({player, name}) => [player, name]));
  const who = (/** @type {string} */ player) => {
    return html`<a href="/desk/players/${player}">${names.get(player) ?? player}</a>`;
  };
  const both = (/** @type {readonly string[]} */ pair) => html`${who(pair[0] ?? '')}, ${who(pair[1] ?? '')}`;
  const percent = (/** @type {number} */ share) => formatPercent(Math.round(100 * share));
  const parts = [
    list(t('Pairs that seem to agree on the winner'), report.pairs, (each) => html`${both(each.players)}:
      ${each.kind === 'in_turns' ? t('they win in turn') : t('one wins, the other leaves')},
      ${t('{first} to {second}, {early} left early', {
        first: each.wins[0] ?? 0, second: each.wins[1] ?? 0, early: each.left_early})} ${games(each.ids)}`),
    list(t('Early resignations'), report.leavers, (each) => html`${who(each.player)}:
      ${t('{early} of {games} games', {early: each.early, games: each.games})}
      ${each.gained_by ? html`${t('won by')} ${who(each.gained_by)} (${each.gained})` : nothing} ${games(each.ids)}`),
    list(t('Accounts of one network that play with each other'), report.shared, (each) => html`${both(each.players)}:
      ${t('{days} days, {games} games', {days: each.days, games: each.games})} ${games(each.ids)}`),
    list(t('Accounts of one browser'), report.switched, (each) => html`${both(each.players)}:
      ${t('{times} times, last on {day}', {times: each.times, day: each.last_on})} ${games(each.ids)}`),
    list(t('Regular times'), report.clockwork, (each) => html`${who(each.player)}:
      ${t('{decisions} decisions, median {median} s, nine of ten within {most} s', {
        decisions: each.decisions, median: each.median, most: each.nine_of_ten})}`),
    list(t('Choices of a bot'), report.alike, (each) => html`${who(each.player)}:
      ${t('{share} like {bot} in {title}, by chance {chance}', {
        share: percent(each.same / each.decisions), bot: each.bot, title: each.ruleset,
        chance: percent(each.by_chance)})}`),
  ];
  return html`<section aria-labelledby="found"><h2 id="found">${t('{games} rated games', {games: report.games})}</h2>
    ${parts}</section>`;
}

/**
 * @template Item
 * @param {string} heading
 * @param {readonly Item[]} items
 * @param {(item: Item) => unknown} view
 */
function list(heading, items, view) {
  return html`<h3>${heading}</h3>${items.length ? html`<ul>${items.map((each) => html`<li>${view(each)}</li>`)}</ul>`
    : html`<p class="muted">${t('Nothing was found.')}</p>`}`;
}

/** @param {readonly string[]} ids */
function games(ids) {
  return ids.map((id, place) => html`<a href="/games/${id}"
    aria-label=${t('Game {number}', {number: place + 1})}>${place + 1}</a> `);
}

define('ludo-fair-play', FairPlay);
