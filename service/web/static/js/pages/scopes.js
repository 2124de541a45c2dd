// What a token or an app may do, in plain words.

import {html} from '../../vendor/lit-html/lit-html.js';
import {t} from '../core/texts.js';

/** The scopes of the API, and those that each includes. */
const INCLUDES = /** @type {Record<string, string[]>} */ ({
  'games:read': [],
  'games:play': ['games:read'],
  'games:create': ['games:read'],
  'games:organise': ['games:read'],
  'tournaments': [],
  'webhooks': [],
  'profile:read': [],
  'account': [],
});

/** Bundles of earlier releases. */
const BUNDLES = /** @type {Record<string, string[]>} */ ({
  read: ['games:read', 'profile:read'],
  play: ['games:play'],
  organise: ['games:create', 'games:organise', 'tournaments', 'webhooks'],
});

export const SCOPES = Object.keys(INCLUDES);

/**
 * What a scope or a bundle allows; the name itself if it is unknown.
 * @param {string} scope
 */
export function meaning(scope) {
  /** @type {Record<string, string>} */
  const meanings = {
    'games:read': t('see your games as you see them, also private ones and your hidden cards'),
    'games:play': t('take seats and decide for you in games'),
    'games:create': t('open and start games in your name'),
    'games:organise': t('seat and remove players, invite, and rule in the games that you opened'),
    'tournaments': t('open and direct tournaments, register and withdraw you'),
    'webhooks': t('have messages about your games, also private ones, sent to other addresses, and see your addresses'),
    'profile:read': t('see your name, ratings and limits'),
    'account': t('change your name, create tokens and passkeys, and delete the account'),
    'read': t('see your games and your profile'),
    'play': t('take seats and decide for you in games'),
    'organise': t('open and direct games and tournaments, and send messages about them'),
  };
  return meanings[scope] ?? scope;
}

/**
 * What a scope allows an app, which makes no tokens and passkeys.
 * @param {string} scope
 */
export function meaningForApps(scope) {
  return scope === 'account' ? t('change your name, end sessions, tokens and other apps, and delete the account')
    : meaning(scope);
}

/**
 * The scopes that names stand for, and the names that the API does not know.
 * @param {string[]} names
 */
export function resolve(names) {
  const known = new Set(names.flatMap((name) => BUNDLES[name] ?? (name in INCLUDES ? [name] : [])));
  const unknown = names.filter((name) => !(name in INCLUDES) && !(name in BUNDLES));
  return {scopes: SCOPES.filter((scope) => known.has(scope)), unknown};
}

/**
 * All that names allow, also by the scopes that they include.
 * @param {string[]} names
 */
export function allowedBy(names) {
  const {scopes} = resolve(names);
  const all = new Set(scopes.flatMap((scope) => [scope, ...(INCLUDES[scope] ?? [])]));
  return SCOPES.filter((scope) => all.has(scope));
}

/**
 * Boxes to choose scopes.
 * @param {Set<string>} chosen
 */
export function scopePicks(chosen) {
  return html`<fieldset><legend>${t('What it may do')}</legend><div class="picks">${SCOPES.map((scope) => html`
    <label class="pick"><input type="checkbox" name="scope" value=${scope} ?checked=${chosen.has(scope)}>
      <span>${scope}<span class="hint">${meaning(scope)}</span></span></label>`)}</div></fieldset>`;
}
