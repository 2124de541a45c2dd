// The log of moderation, the newest act first.

import {html} from '../../vendor/lit-html/lit-html.js';
import {define} from '../core/element.js';
import {Paged, pagedView} from '../core/paged.js';
import {t} from '../core/texts.js';
import {Acting} from './acting.js';
import {actsView} from './acts.js';

/** @typedef {import('../core/types.js').ModerationAct} ModerationAct */

class Log extends Acting {
  /** @type {Paged<ModerationAct>} */
  rows = new Paged(this, '/v1/moderation/acts?limit=100');

  async read() {
    if (this.isOperator) await this.rows.load();
  }

  content() {
    if (!this.isOperator) {
      return html`<h1>${t('Log of moderation')}</h1>
        <p>${t('Only operators read the whole log. The page of a player has the acts about the player.')}</p>`;
    }
    return html`<h1>${t('Log of moderation')}</h1>
      <p class="hint">${t('Nothing in it is ever changed or deleted.')}</p>
      ${pagedView(this.rows, actsView, t('No act yet.'))}`;
  }
}

define('ludo-desk-log', Log);
