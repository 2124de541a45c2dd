// Which players wish to be kept apart. Only directors read it, and it does not say whose wish it is.

import {html, nothing} from '../../../vendor/lit-html/lit-html.js';
import {get} from '../../core/api.js';
import {define, LudoElement} from '../../core/element.js';
import {t} from '../../core/texts.js';

/** @typedef {import('../../core/types.js').KeptApart} KeptApart */

class Wishes extends LudoElement {
  tournament = '';
  /** @type {KeptApart[]} */ #items = [];

  async connected() {
    try {
      this.#items = (await get(`/v1/tournaments/${this.tournament}/wishes`, {signal: this.leaving})).items;
    } catch {
      // a hint: the desk works without it
      return;
    }
    this.update();
  }

  view() {
    if (!this.#items.length) return nothing;
    return html`<p>${t('These players wish to be kept apart. Nothing follows from it: you decide.')}</p>
      <ul class="plain">${this.#items.map(({names: [one, other]}) => html`<li>${t('{one} and {other}', {
        one: one ?? t('Deleted player'), other: other ?? t('Deleted player'),
      })}</li>`)}</ul>`;
  }
}

define('ludo-wishes', Wishes);
