// The result of a finished game: why it ended and who won by what, ranks, scores and their parts, and what comes next.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {seatName} from '../core/seats.js';
import {formatNumber, t} from '../core/texts.js';
import {reportButton} from '../reports/control.js';
import './after_end.js';
import {isYou, personName, resignedText} from './names.js';

/** @typedef {import('./state.js').TableState} TableState */
/** @typedef {{seat: number, rank: number, score: number, parts?: {part: string, amount: number}[]}} Place */

/** @param {TableState} state */
export function finished(state) {
  const {game, result, view, words} = state;
  if (!game) return nothing;
  if (game.status === 'abandoned') {
    return html`<h2>${t('The game was cancelled before its start.')}</h2>
      <ludo-after-end .state=${state}></ludo-after-end>`;
  }
  const places = /** @type {Place[]} */ (result?.places ?? view?.['places'] ?? []);
  // an imported game has no result
  const won = result?.winners ?? places.filter(({rank}) => rank === 1).map(({seat}) => seat);
  return html`<h2>${t('The game is over')}</h2>
    <p class="asked">${winnersText(state, won)} ${leadText(state, places, won)}</p>
    ${reasons(state)}
    ${game.adjudicated ? html`<p class="notice">${t('The owner of the game ended it by a ruling.')}</p>` : nothing}
    ${game.ending === 'others_left'
      ? html`<p class="notice">${t('All other players have left the game.')}</p>` : nothing}
    ${game.voided ? html`<p class="notice">
      ${t('The operator of this site has voided the result: it counts for no rating.')}</p>` : nothing}
    <div class="scroll"><table class="result">
      <caption class="visually-hidden">${t('Result')}</caption>
      <thead><tr><th scope="col">${t('Rank')}</th><th scope="col">${t('Player')}</th>
        <th scope="col" class="number">${words?.score_unit ?? t('Score')}</th></tr></thead>
      <tbody>${places.map((place) => html`<tr>
        <td>${place.rank}</td>
        <td>${seatName(place.seat, personName(game.seats[place.seat], game.seats))}
          ${game.seats[place.seat]?.resigned
            ? html`<span class="badge">${resignedText(game.seats[place.seat])}</span>` : nothing}
          ${reportPlay(state, game.seats[place.seat])}
          <div class="muted small">${(place.parts ?? []).map(({part, amount}) => html`<span class="part">
            ${words?.score[part] ?? part} ${formatNumber(amount)}</span>`)}</div></td>
        <td class="number">${formatNumber(place.score)}</td></tr>`)}</tbody>
    </table></div>
    ${rematch(state)}
    <ludo-after-end .state=${state}></ludo-after-end>
    ${result?.log ? logged(game.id, result.log.ended.index) : nothing}`;
}

/**
 * Why the rules have ended the game, and what decided between equal scores, each with its rule.
 * @param {TableState} state
 */
function reasons({game, result, words}) {
  const found = [result?.reason, result?.tie_break].filter((each) => each && words?.ends[each.reason]);
  return found.map((each) => html`<p class="why">${words?.ends[each?.reason ?? '']}
    <a class="rule" href="/rules/${game?.ruleset}#${each?.rule}">
      ${t('Rule {number}', {number: each?.rule ?? ''})}</a></p>`);
}

/**
 * By how much the only winner is ahead of the next player; empty: the scores have not decided.
 * @param {TableState} state
 * @param {Place[]} places
 * @param {number[]} won
 */
function leadText(state, places, won) {
  const {game, result, words} = state;
  const winner = places.find(({seat}) => seat === won[0]);
  const second = places.find(({seat}) => seat !== winner?.seat && !game?.seats[seat]?.resigned);
  const lead = winner && second ? winner.score - second.score : 0;
  if (!game || !second || won.length !== 1 || lead <= 0 || result?.ending !== 'rules') return '';
  const values = {number: formatNumber(lead), unit: words?.score_unit ?? t('Score')};
  if (isYou(state, second.seat)) return t('The lead over you: {number} ({unit}).', values);
  return t('The lead over {name}: {number} ({unit}).', {
    name: personName(game.seats[second.seat], game.seats), ...values,
  });
}

/**
 * Where the log of the site has the end of the game. The link verifies the record.
 * @param {string} id
 * @param {number} position
 */
function logged(id, position) {
  return html`<p class="small"><a href=${`/verify?game=${id}`}>${
    t('In the log of the site, position {position}', {position: formatNumber(position)})}</a></p>`;
}

/**
 * The rematch, for those who have played. It is loaded after the result, which does not wait for it.
 * @param {TableState} state
 */
function rematch({game, hasPlayed}) {
  if (!game || game.foreign || !hasPlayed) return nothing;
  import('../meeting/rematch.js').catch(() => {});
  return html`<ludo-rematch data-game=${game.id}></ludo-rematch>`;
}

/**
 * The button that reports the play of another person.
 * @param {TableState} state
 * @param {{player: string | null, name: string | null} | undefined} seat
 */
function reportPlay({id, person}, seat) {
  if (!seat?.player || !seat.name || seat.player.startsWith('bot:') || seat.player === person?.id) return nothing;
  return reportButton({type: 'play', game: id, player: seat.player},
    t('Report the play of {name}', {name: seat.name}));
}

/**
 * @param {TableState} state
 * @param {number[]} won The seats of the winners.
 */
function winnersText(state, won) {
  const {seats = []} = state.game ?? {};
  const names = won.map((seat) => (isYou(state, seat) ? t('You') : personName(seats[seat], seats)));
  if (!names.length) return t('All players have resigned. No player wins.');
  if (names.length === 1 && isYou(state, won[0] ?? -1)) return t('You win.');
  if (names.length === 1) return t('{name} wins.', {name: names[0] ?? ''});
  return t('Winners: {names}', {names: names.join(', ')});
}
