// The newest results, embedded.

import {html} from '../../vendor/lit-html/lit-html.js';
import {define} from '../core/element.js';
import {formatDay, formatNumber, t} from '../core/texts.js';
import {EmbedList, link, person} from './list.js';

/** @typedef {{player: string, name: string | null, rank: number, score: number, won: boolean}} Finished */

class EmbedResults extends EmbedList {
  path = `/v1/results?order=desc&limit=10${this.dataset['title'] ? `&ruleset=${this.dataset['title']}` : ''}`;
  columns = [t('Game'), t('Result')];
  /** The titles by name. @type {Record<string, string>} */
  titles = JSON.parse(this.dataset['titles'] ?? '{}');

  /**
   * @param {{
   *   game: string, ruleset: string, ended_at: string, adjudicated: boolean, voided: boolean, seats: Finished[],
   * }} item
   */
  row = ({game, ruleset, ended_at: endedAt, adjudicated, voided, seats}) => html`<tr>
      <th scope="row">${link(`/games/${game}`, this.titles[ruleset] ?? ruleset)}<br>
        <time class="muted" datetime=${endedAt}>${formatDay(endedAt)}</time>
        ${voided ? html`<br><span class="muted">${t('void')}</span>` : ''}</th>
      <td><ol class="ranks">${seats.map((seat) => html`<li class=${seat.won ? 'won' : ''}>${seat.rank}.
        ${person(seat.player, seat.name)}
        ${adjudicated ? '' : html`<span class="score">${formatNumber(seat.score)}</span>`}</li>`)}</ol></td></tr>`;
}

define('ludo-embed-results', EmbedResults);
