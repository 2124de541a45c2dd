// What every page tells a person: a suspension, and warnings that are not confirmed.

import {html, nothing, render} from '../../vendor/lit-html/lit-html.js';
import {send} from '../core/api.js';
import {formatMoment, t} from '../core/texts.js';

/** @typedef {import('../core/types.js').Standing} Standing */

/**
 * Show the standing of the person above the page.
 * @param {Standing} standing
 */
export function showStanding(standing) {
  let place = /** @type {HTMLElement | null} */ (document.getElementById('standing'));
  if (!place) {
    place = document.createElement('div');
    place.id = 'standing';
    document.getElementById('main')?.before(place);
  }
  const warning = standing.warnings.find(({confirmed_at: confirmed}) => confirmed === null);
  const confirm = async () => {
    if (warning) showStanding(await send('POST', `/v1/me/warnings/${warning.id}/confirmations`));
  };
  render(html`${standing.suspension ? suspensionView(standing.suspension) : nothing}
    ${warning ? html`<div class="notice page" role="alert">
      <p><b>${t('A moderator warns you:')}</b> ${warning.reason}</p>
      <button type="button" @click=${confirm}>${t('I have read it')}</button></div>` : nothing}`, place);
}

/** @param {NonNullable<Standing['suspension']>} suspension */
function suspensionView({kind, until, reason}) {
  const what = kind === 'locked_out' ? t('Your account is locked out.')
    : t('Your account is suspended: you may only read.');
  return html`<div class="notice page" role="alert"><p><b>${what}</b> ${until
    ? t('It ends on {moment}.', {moment: formatMoment(until)}) : t('It has no end yet.')}
    ${t('Reason: {reason}', {reason})}</p></div>`;
}
