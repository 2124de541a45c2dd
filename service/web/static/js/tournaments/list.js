// The tournaments: own ones, those open for registration, running and ended ones.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {define, LudoElement} from '../core/element.js';
import {Paged, pagedView} from '../core/paged.js';
import {person} from '../core/people.js';
import {me} from '../core/session.js';
import {formatDay, formatMoment, t, tn} from '../core/texts.js';
import {knownFor} from '../pages/known.js';
import {statusName} from './words.js';

/**
 * @typedef {import('../core/types.js').TournamentLine} Line
 * @typedef {import('../core/types.js').Me} Me
 */

class Tournaments extends LudoElement {
  known = knownFor(this);
  /** @type {Me | null} */
  person = null;
  /** @type {Paged<Line>} */
  own = new Paged(this, '/v1/me/tournaments?limit=50');
  lists = ['registration', 'running', 'ended'].map((status) => ({
    status, list: /** @type {Paged<Line>} */ (new Paged(this, `/v1/tournaments?status=${status}&limit=20`)),
  }));

  async connected() {
    for (const {list} of this.lists) list.load();
    this.person = await me().catch(() => null);
    if (this.person) this.own.load();
    this.update();
  }

  view() {
    const names = {
      registration: t('Open for registration'), running: t('Running tournaments'), ended: t('Ended tournaments'),
    };
    const empty = {
      registration: t('No tournament takes registrations now. Open one yourself.'),
      running: t('No tournament is running.'), ended: t('No tournament has ended.'),
    };
    return html`${this.person ? this.ownView() : nothing}
      ${this.lists.map(({status, list}) => html`<section aria-labelledby=${status}>
        <h2 id=${status}>${names[/** @type {keyof typeof names} */ (status)]}</h2>
        ${pagedView(list, (lines) => this.cards(lines),
          empty[/** @type {keyof typeof empty} */ (status)])}</section>`)}`;
  }

  ownView() {
    const lines = (this.own.items ?? []).filter(({status}) => status === 'registration' || status === 'running');
    if (this.own.items && !lines.length) return nothing;
    return html`<section aria-labelledby="own"><h2 id="own">${t('Your tournaments')}</h2>
      ${pagedView(this.own, () => this.cards(lines), '')}</section>`;
  }

  /** @param {Line[]} lines */
  cards(lines) {
    return html`<ul class="cards">${lines.map((line) => html`<li class="card">
      <h3><a href="/tournaments/${line.id}">${line.name}</a></h3>
      <p class="marks">${marks(line).map((mark) => html`<span class="badge">${mark}</span> `)}</p>
      <p class="state">${this.known.titles.get(line.ruleset)?.title ?? line.ruleset} · ${state(line)}</p>
      <p class="state">${t('Organiser:')} ${person(line.owner, line.owner_name)}</p></li>`)}</ul>`;
  }
}

/** @param {Line} line */
function marks(line) {
  const roles = {
    organiser: t('You organise'), player: t('You play'), left: t('You left'), substitute: t('You are a substitute'),
    invited: t('You are invited'),
  };
  return [
    statusName(line.status),
    ...(line.visibility === 'private' ? [t('private')] : []),
    ...line.roles.map((role) => roles[role]),
  ];
}

/**
 * Return the state in a sentence: how many players, which round, when it starts.
 * @param {Line} line
 */
function state(line) {
  const {players, max_players: most, round, rounds, starts_at: starts, opened_at: opened} = line;
  if (line.status === 'registration') {
    const count = t('{players} of at most {most} players', {players, most});
    return starts ? t('{count}, starts {moment}', {count, moment: formatMoment(starts)}) : count;
  }
  const count = tn('{number} player', '{number} players', players);
  if (line.status === 'running') return t('{count}, round {round} of {rounds}', {count, round, rounds});
  return t('{count}, opened on {day}', {count, day: formatDay(opened)});
}

define('ludo-tournaments', Tournaments);
