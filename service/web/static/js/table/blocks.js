// The players at the table whom one can block.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import '../core/block.js';
import {define, LudoElement} from '../core/element.js';
import {t} from '../core/texts.js';

/** @typedef {import('./state.js').TableState} TableState */

class TableBlocks extends LudoElement {
  /** @type {TableState} */ state = /** @type {any} */ (null);
  #isOpen = false;

  view() {
    const {state} = this;
    const own = state.person?.id;
    const others = (state.game?.seats ?? []).map(({player, name, resigned_player: left, resigned_name: leftName}) => (
      {player: left ?? player ?? '', name: left ? leftName : name}
    )).filter(({player, name}) => player.startsWith('player:') && name && player !== own);
    if (!own || !others.length) return null;
    return html`<details class="fold" @toggle=${(/** @type {Event} */ event) => this.#toggled(event)}>
      <summary>${t('Block a player')}</summary>
      <p class="hint">${t('You do not see messages of a player whom you have blocked. The player is not told.')}</p>
      ${this.#isOpen ? html`<ul class="plain">${repeat(others, ({player}) => player, ({player, name}) => html`
        <li>${name} <ludo-block .player=${player} .name=${name}></ludo-block></li>`)}</ul>` : nothing}</details>`;
  }

  /** @param {Event} event */
  #toggled(event) {
    this.#isOpen = /** @type {HTMLDetailsElement} */ (event.target).open;
    this.update();
  }
}

define('ludo-table-blocks', TableBlocks);
