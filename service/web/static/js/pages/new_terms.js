// What a signed-in person is told of terms that are not accepted yet, above the page.

import {html, render} from '../../vendor/lit-html/lit-html.js';
import {get} from '../core/api.js';
import {t} from '../core/texts.js';

/** The page with the terms and the button. */
const PAGE = '/law/terms';

/** Ask whether the terms in force are accepted, and say so if they are not. */
export async function tellOfTerms() {
  if (location.pathname === PAGE) return;
  const {accepted} = await get('/v1/law');
  if (accepted !== false) return;
  const place = document.createElement('div');
  document.getElementById('main')?.before(place);
  render(html`<div class="notice page" role="alert"><p>${
    t('This site has new terms. You can read everything, and change nothing until you accept them.')}</p>
    <a class="button primary" href=${PAGE}>${t('Read and accept them')}</a></div>`, place);
}
