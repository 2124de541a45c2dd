// An embedded leaderboard: the first players of a title.

import {html} from '../../vendor/lit-html/lit-html.js';
import {define} from '../core/element.js';
import {formatNumber, t} from '../core/texts.js';
import {EmbedList, person} from './list.js';

class EmbedLeaderboard extends EmbedList {
  path = `/v1/leaderboards/${this.dataset['title']}?limit=10`;
  // until somebody is ranked
  otherwise = `${this.path}&provisional=true`;
  empty = t('No rated game yet.');
  columns = [t('Rank'), t('Player'), t('Rating'), t('Games')];

  /**
   * @param {{
   *   rank: number, player: string, name: string | null, rating: number, games: number, provisional: boolean,
   * }} item
   */
  row = ({rank, player, name, rating, games, provisional}) => html`<tr>
      <td>${provisional ? html`<span class="badge">${t('provisional')}</span>` : `${rank}.`}</td>
      <th scope="row">${person(player, name)}</th>
      <td>${formatNumber(Math.round(10 * rating) / 10)}</td><td>${formatNumber(games)}</td></tr>`;
}

define('ludo-embed-leaderboard', EmbedLeaderboard);
