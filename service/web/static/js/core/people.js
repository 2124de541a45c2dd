// Names of players, and entering a game.

import {html} from '../../vendor/lit-html/lit-html.js';
import {get, newKey, Problem, send} from './api.js';
import {botName, seatMark} from './seats.js';
import {forget} from './session.js';
import {t} from './texts.js';

/** Attempts to find a name for a guest that no one has. */
const ATTEMPTS = 4;

/**
 * Show a player: a link to the profile, or the name of a bot.
 * @param {string | null} id
 * @param {string | null} name
 */
export function person(id, name) {
  const bot = botName(id);
  if (bot) return bot;
  if (id?.startsWith('guest:')) return name ?? t('Guest');
  if (!id || !name) return t('Deleted player');
  return html`<a href="/players/${id}">${name}</a>`;
}

/**
 * Return the id of a player or bot in the address of a profile, or the text itself.
 * @param {string} text
 */
export function playerIn(text) {
  return /(?:player|guest|bot):[\w-]+/.exec(text.replace(/%3a/gi, ':'))?.[0] ?? text.trim();
}

/**
 * Show a seat with its player.
 * @param {number} seat
 * @param {unknown} content
 */
export function seatLine(seat, content) {
  return html`<span class="seat seat-${seat}">${seatMark(seat)}
    <span class="visually-hidden">${t('Seat {seat}', {seat})}:</span></span> ${content}`;
}

/** Sign up with the name of a guest. */
export async function becomeGuest() {
  for (let attempt = 1; ; attempt += 1) {
    const number = String(crypto.getRandomValues(new Uint32Array(1))[0]).padStart(6, '0').slice(-6);
    try {
      return await signIn({type: 'sign_up', name: t('Guest {number}', {number})});
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof Problem) || error.code !== 'name-taken') throw error;
    }
  }
}

/**
 * Start a session. Its secret is in a cookie that pages cannot read.
 * @param {Record<string, unknown>} body
 */
export async function signIn(body) {
  const session = await send('POST', '/v1/sessions', {label: deviceName(), ...body}, {key: newKey() + newKey()});
  forget();
  return session;
}

/** Return the name of this browser and device, for the list of sessions. */
export function deviceName() {
  const agent = navigator.userAgent;
  const browser = [['Edg', 'Edge'], ['Firefox', 'Firefox'], ['Chrome', 'Chrome'], ['Safari', 'Safari']];
  const device = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac', 'Linux'].find((name) => agent.includes(name));
  return [browser.find(([mark]) => agent.includes(mark ?? ''))?.[1] ?? t('Browser'), device].filter(Boolean).join(', ');
}

/** @type {Map<string, string>} The entropy that this page has sent for each seat: a second attempt sends the same. */
const entropies = new Map();

/**
 * Take a seat.
 * @param {string} game
 * @param {number} seat
 */
export async function takeSeat(game, seat) {
  const take = (/** @type {unknown} */ body) => send('PUT', `/v1/games/${game}/seats/${seat}`, body);
  return warned(take, {entropy: await entropyFor(game, seat)});
}

/**
 * Take a seat; ask first where a player sits whom the person has blocked.
 * @template Result
 * @param {(body: unknown) => Promise<Result>} take
 * @param {{entropy: string}} body
 */
export async function warned(take, body) {
  try {
    return await take(body);
  } catch (error) {
    if (!isOfOwnBlock(error) || !confirm(t('You have blocked a player of this game. Join all the same?'))) throw error;
    return take({...body, despite_blocks: true});
  }
}

/** @param {unknown} error */
function isOfOwnBlock(error) {
  const errors = error instanceof Problem ? /** @type {{pointer: string}[]} */ (error.body['errors'] ?? []) : [];
  return errors.some(({pointer}) => pointer === '/despite_blocks');
}

/**
 * Return the player's own random bytes for a seat. They are part of the chance of the game, so that no one can predict
 * it.
 * @param {string} game
 * @param {number} seat
 */
export async function entropyFor(game, seat) {
  const path = `/v1/games/${game}/seats/${seat}`;
  // a seat that was left is taken with new entropy: the log shows the one before
  if (entropies.has(path) && !(await get(`/v1/games/${game}`)).seats[seat].player) entropies.delete(path);
  const entropy = entropies.get(path) ?? newKey() + newKey();
  entropies.set(path, entropy);
  return entropy;
}
