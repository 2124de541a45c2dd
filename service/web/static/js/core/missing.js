// What a page shows instead of a thing that does not exist, or that the visitor may not see.

import {html} from '../../vendor/lit-html/lit-html.js';
import {t} from './texts.js';

/** Return the heading, the explanation and the ways on, as the error page of the server has them. */
export function missing() {
  return html`<h1>${t('Page not found')}</h1>
    <p class="problem">${
      t('There is nothing at this address, or only some people may see it. If it belongs to you, sign in.')}</p>
    <p class="actions"><a class="button primary" href="/">${t('To the games')}</a>
      <a class="button" href="/sign-in">${t('Sign in')}</a></p>`;
}
