// The part of a page with what other programs read: feeds, a calendar, a badge, and the code of an embed.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {escaped, frameCode} from '../core/share.js';
import {t} from '../core/texts.js';
import {copyField} from './copy.js';

/**
 * @typedef {object} Sources
 * @property {string} feed The path of the feeds without their suffix
 * @property {string} [calendar] The path of a calendar
 * @property {{path: string, page: string, text: string}[]} badges Paths of badges, the pages that they lead to, and
 *   their texts
 * @property {{path: string, title: string, element: string}} [embed] The path and title of an embed, and its element
 */

const SIZE = {width: 480, height: 420};

/** @param {string} path */
function address(path) {
  return new URL(path, location.origin).href;
}

/**
 * Show the addresses and the code, to be copied.
 * @param {Sources} sources
 */
export function feedsView({feed, calendar, badges, embed}) {
  return html`<details class="fold screen-only"><summary>${t('Feeds and badges')}</summary>
    <p class="links"><a href="${feed}.atom">Atom</a> <a href="${feed}.json">JSON Feed</a>
      ${calendar ? html`<a href=${calendar}>${t('Calendar')}</a>` : nothing}</p>
    ${calendar ? copyField(t('Address of the calendar'), address(calendar)) : nothing}
    ${badges.map((badge) => html`<p><img class="badge-picture" src=${badge.path} alt=${badge.text} height="20"></p>
      ${copyField(t('Badge: {text}', {text: badge.text}), badgeCode(badge))}`)}
    ${embed ? html`${copyField(t('Embed code'), frameCode(address(embed.path), embed.title, SIZE))}
      ${copyField(t('Element for pages with the script'), elementCode(embed.element))}` : nothing}</details>`;
}

/** @param {{path: string, page: string, text: string}} badge */
function badgeCode({path, page, text}) {
  const picture = `<img src="${escaped(address(path))}" alt="${escaped(text)}" height="20">`;
  return `<a href="${escaped(address(page))}">${picture}</a>`;
}

/** @param {string} element */
function elementCode(element) {
  return `<script src="${escaped(address('/ludolog.js'))}" async></script> ${element}`;
}
