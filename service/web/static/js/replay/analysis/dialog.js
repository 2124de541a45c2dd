// The content of the dialog of a finished game: its analysis.

import {html} from '../../../vendor/lit-html/lit-html.js';
import {t} from '../../core/texts.js';
import './analysis.js';

/** @param {import('../replay.js').Replay} replay */
export function details(replay) {
  return html`<h2 id="replay-details">${t('Analysis')}</h2>
    <ludo-analysis .replay=${replay} .at=${replay.at} .known=${replay.history?.last}></ludo-analysis>
    <form method="dialog"><button class="primary">${t('Close')}</button></form>`;
}
