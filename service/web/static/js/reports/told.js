// News of moderators, where the person is: a report or an appeal was answered, something was done about the person.

import {html, nothing, render} from '../../vendor/lit-html/lit-html.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import {announce} from '../core/announce.js';
import {get} from '../core/api.js';
import {t} from '../core/texts.js';
import {showStanding} from '../moderation/standing.js';

/** @typedef {import('../core/types.js').ModerationNews} News */

/** The event of the document when there is news of moderators. */
export const TOLD = 'moderation-told';

/** The page with the words. */
const PAGE = '/account/reports';

/** @type {Map<string, News>} */
const shown = new Map();

/** Show news. The page of reports shows them itself. @param {News} news */
export function tell(news) {
  announce(sentence(news));
  // a warning or a suspension stands above the page at once
  if (news.type === 'act.done') get('/v1/me/standing').then(showStanding).catch(() => {});
  document.dispatchEvent(new Event(TOLD));
  if (location.pathname === PAGE) return;
  shown.set(`${news.type} ${news.report ?? news.act}`, news);
  show();
}

/** @param {News} news */
function sentence({type}) {
  if (type === 'report.answered') return t('Moderators have answered a report of yours.');
  if (type === 'appeal.answered') return t('Moderators have answered an appeal of yours.');
  return t('Moderators have decided something about you.');
}

function show() {
  let place = document.getElementById('told');
  if (!place) {
    place = document.createElement('div');
    place.id = 'told';
    document.getElementById('main')?.before(place);
  }
  render(shown.size ? html`<section class="meetings" aria-label=${t('News of moderators')}>
    ${repeat(shown, ([key]) => key, ([key, news]) => html`<div class="notice"><p>${sentence(news)}</p>
      <p class="answers"><a class="button primary" href=${PAGE}>${t('Read it')}</a>
        <button type="button" @click=${() => hide(key)}>${t('Hide')}</button></p></div>`)}</section>` : nothing, place);
}

/** @param {string} key */
function hide(key) {
  shown.delete(key);
  show();
}
