// The form of rulings: which one, for which round, table and players, and why.

import {html, nothing} from '../../../vendor/lit-html/lit-html.js';
import {repeat} from '../../../vendor/lit-html/directives/repeat.js';
import {define, LudoElement} from '../../core/element.js';
import {t} from '../../core/texts.js';
import {select} from '../../pages/form_fields.js';
import {roundName} from '../words.js';
import {playerSelect, reasonField} from './fields.js';

/**
 * @typedef {import('../tournament.js').TournamentPage} Page
 * @typedef {import('../../core/types.js').Tournament} Tournament
 * @typedef {import('../../core/types.js').TournamentRound} Round
 * @typedef {import('../../core/types.js').TournamentTable} Table
 * @typedef {{name: string, hint: string, needs: string[], isFinal?: boolean}} Kind
 */

/**
 * The rulings with what each needs. Every ruling needs a reason.
 * @returns {Record<string, Kind>}
 */
function kinds() {
  return {
    replace_result: {
      name: t('Replace a result'), needs: ['round', 'table', 'places'],
      hint: t('Your places count instead of the result of the game. It stays in the record.'),
    },
    adjust_points: {
      name: t('Adjust points'), needs: ['round', 'player', 'points'],
      hint: t('Add points, or take them away with a minus sign.'),
    },
    penalise: {
      name: t('Penalty'), needs: ['round', 'player', 'points'],
      hint: t('Takes points away for conduct. 0 points are a warning.'),
    },
    forfeit_seat: {
      name: t('Forfeit a seat'), needs: ['round', 'table', 'seated'],
      hint: t('The player has no points of this table, and those behind move up.'),
    },
    void_table: {
      name: t('Void a table'), needs: ['round', 'table'], isFinal: true,
      hint: t('The table counts like byes for its players. This cannot be undone.'),
    },
    swap_players: {
      name: t('Swap two players'), needs: ['round', 'paired'],
      hint: t('Possible until their games start. The tables get new games.'),
    },
    give_bye: {
      name: t('Give a bye'), needs: ['round', 'player'],
      hint: t('For an active player who has no table in this round.'),
    },
    withdraw_round: {
      name: t('Withdraw the round'), needs: ['round'], isFinal: true,
      hint: t('Possible until a game starts. The round is then drawn again.'),
    },
    disqualify: {
      name: t('Disqualify a player'), needs: ['player'], isFinal: true,
      hint: t('The player is not paired any more and ranks last. This cannot be undone.'),
    },
  };
}

export class Ruling extends LudoElement {
  /** @type {Page | undefined} */
  page;
  kind = '';
  /** @type {number | undefined} */
  round;
  table = 1;
  /** How many rulings were made here: each begins with empty fields. */
  made = 0;

  /**
   * Rule. What cannot be undone is asked once more.
   * @param {SubmitEvent} event
   */
  async submit(event) {
    event.preventDefault();
    const {page, shownKind: {isFinal}} = this;
    if (!page) return;
    if (isFinal && page.asked !== this.question) {
      page.ask(this.question);
      return;
    }
    const body = this.bodyOf(new FormData(/** @type {HTMLFormElement} */ (event.target)));
    if (await page.act('ruling', body, t('The ruling counts.'))) this.made += 1;
    this.update();
  }

  /** What is asked before the ruling that is shown. */
  get question() {
    return `ruling:${this.shownName}:${this.shownRound?.number}:${this.shownTable?.number}`;
  }

  /**
   * Return the act of the fields that the ruling needs.
   * @param {FormData} data
   */
  bodyOf(data) {
    const {needs} = this.shownKind;
    const has = (/** @type {string} */ field) => needs.includes(field);
    const seats = this.shownTable?.seats ?? [];
    const places = seats.flatMap(({player}) => {
      const rank = Number(data.get(`rank:${player}`));
      return rank ? [{player, rank, score: Number(data.get(`score:${player}`))}] : [];
    });
    return {
      type: this.shownName,
      reason: String(data.get('reason')).trim(),
      ...(has('round') ? {round: this.shownRound?.number} : {}),
      ...(has('table') ? {table: this.shownTable?.number} : {}),
      ...(has('player') || has('seated') ? {player: String(data.get('player'))} : {}),
      ...(has('points') ? {points: String(data.get('points')).trim().replace('−', '-')} : {}),
      ...(has('paired') ? {players: [String(data.get('one')), String(data.get('other'))]} : {}),
      ...(has('places') ? {places} : {}),
    };
  }

  /** @returns {Tournament} */
  get tournament() {
    return /** @type {Tournament} */ (this.page?.tournament);
  }

  get offered() {
    return Object.entries(kinds()).filter(([name]) => this.tournament.you_may.includes(name));
  }

  get shownName() {
    return this.offered.find(([name]) => name === this.kind)?.[0] ?? this.offered[0]?.[0] ?? '';
  }

  /** @returns {Kind} */
  get shownKind() {
    return kinds()[this.shownName] ?? {name: '', hint: '', needs: []};
  }

  get shownRound() {
    return this.tournament.rounds.find(({number}) => number === this.round) ?? this.tournament.rounds.at(-1);
  }

  get shownTable() {
    return this.shownRound?.tables.find(({number}) => number === this.table) ?? this.shownRound?.tables[0];
  }

  /** @param {Partial<{kind: string, round: number, table: number}>} fields */
  choose(fields) {
    Object.assign(this, fields);
    this.update();
  }

  view() {
    return html`${repeat([this.made], (made) => made, () => this.formView())}${this.madeView()}`;
  }

  formView() {
    const {page, shownKind: {name, hint, needs}, shownRound: round, shownTable: table} = this;
    if (!page?.tournament || !round || !table || !this.offered.length) return nothing;
    const has = (/** @type {string} */ field) => needs.includes(field);
    const {players, rounds} = page.tournament;
    const isAsked = page.asked === this.question;
    return html`<form class="ruling" @submit=${(/** @type {SubmitEvent} */ event) => this.submit(event)}>
      <div class="desk-form">
        <div class="field"><label for="ruling">${t('Ruling')}</label>
          ${select('ruling', this.shownName, this.offered.map(([key, each]) => [key, each.name]),
            (kind) => this.choose({kind}))}<span class="hint">${hint}</span></div>
        ${has('round') ? html`<div class="field"><label for="ruling-round">${t('Round')}</label>
          ${select('ruling-round', String(round.number), rounds.map((each) => [String(each.number), roundName(each)]),
            (number) => this.choose({round: Number(number), table: 1}))}</div>` : nothing}
        ${has('table') ? html`<div class="field"><label for="ruling-table">${t('Table')}</label>
          ${select('ruling-table', String(table.number),
            round.tables.map((each) => [String(each.number), tableName(each)]),
            (number) => this.choose({table: Number(number)}))}</div>` : nothing}
        ${has('player') ? playerSelect('ruling-player', 'player', t('Player'), players) : nothing}
        ${has('seated') ? playerSelect('ruling-player', 'player', t('Player'), table.seats) : nothing}
        ${has('paired') ? this.pairedView(round) : nothing}
        ${has('points') ? html`<div class="field"><label for="ruling-points">${t('Points')}</label>
          <input id="ruling-points" name="points" required value="1" autocomplete="off">
          <span class="hint">${t('A whole number or a fraction, such as 3/2.')}</span></div>` : nothing}</div>
      ${has('places') ? repeat([table], () => `${round.number}.${table.number}`, placesView) : nothing}
      <div class="desk-form">${reasonField('ruling-reason', t('Reason'))}
        <button class=${isAsked ? 'danger' : 'primary'} aria-disabled=${String(page.isBusy)}>
          ${isAsked ? t('Press again to confirm') : t('Rule: {ruling}', {ruling: name})}</button></div>
      ${page.problemIn('ruling')}</form>`;
  }

  /** The rulings about points so far. Those about tables are shown at the tables. */
  madeView() {
    const {adjustments} = this.tournament;
    if (!adjustments.length) return nothing;
    return html`<h3>${t('Points given and taken so far')}</h3><ul class="entrants">${adjustments.map((each) => html`
      <li>${t('{name}, round {round}: {points} points ({reason})', {
        name: each.name ?? t('Deleted player'), round: each.round, points: each.points, reason: each.reason,
      })}</li>`)}</ul>`;
  }

  /** @param {Round} round */
  pairedView(round) {
    const paired = [...round.tables.flatMap(({seats}) => seats), ...round.byes];
    return html`${playerSelect('ruling-one', 'one', t('One player'), paired)}
      ${playerSelect('ruling-other', 'other', t('Other player'), paired)}`;
  }
}

/** @param {Table} table */
function tableName({number, seats}) {
  const names = seats.map(({name}) => name ?? t('Deleted player')).join(', ');
  return t('Table {number}: {names}', {number, names});
}

/**
 * A place has a score; a player without a rank has none. An empty score would be sent as 0.
 * @param {Event} event
 */
function needScore({currentTarget}) {
  const [rank, score] = /** @type {HTMLElement} */ (currentTarget).querySelectorAll('input');
  if (rank && score) score.required = rank.value !== '' || rank.validity.badInput;
}

/** @param {Table} table */
function placesView({number, seats, result}) {
  return html`<fieldset><legend>${t('Places')}</legend>
    <p class="hint">${t('Equal players share a rank: 1, 2, 2, 4. A player without a rank has no points.')}</p>
    ${seats.map(({player, name}, seat) => {
      const place = result?.places.find((each) => each.player === player);
      const shown = name ?? t('Deleted player');
      return html`<div class="place" data-table=${number} @input=${needScore}><span>${shown}</span>
        <label>${t('Rank')} <input type="number" name="rank:${player}" min="1" max="5"
          .value=${String(place?.rank ?? seat + 1)} aria-label=${t('Rank of {name}', {name: shown})}></label>
        <label>${t('Score')} <input type="number" name="score:${player}" required .value=${String(place?.score ?? 0)}
          aria-label=${t('Score of {name}', {name: shown})}></label></div>`;
    })}</fieldset>`;
}

define('ludo-ruling', Ruling);
