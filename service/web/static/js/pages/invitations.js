// The links by which others enter a game that was just opened. The service shows an invitation only once.

import {html} from '../../vendor/lit-html/lit-html.js';
import {copyField} from './copy.js';
import {t} from '../core/texts.js';

/** @param {{game: string, links: {name: string, url: string}[]}} opened */
export function invitationsView({game, links}) {
  return html`<section class="form" aria-labelledby="invite">
    <h2 id="invite" tabindex="-1">${t('Invite the others')}</h2>
    <p>${t('The game is open. Send these links to the players: they are shown only once.')}</p>
    ${links.map(({name, url}) => copyField(name, url))}
    <p><a class="button primary" href="/games/${game}">${t('Go to the table')}</a></p></section>`;
}
