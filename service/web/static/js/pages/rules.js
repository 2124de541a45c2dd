// The contents of a rule book: a search by number and title, folded away on narrow screens.

import {html} from '../../vendor/lit-html/lit-html.js';
import {define, LudoElement} from '../core/element.js';
import {t} from '../core/texts.js';

const NARROW = matchMedia('(max-width: 760px)');

/** Filters the contents by what is typed. */
class RuleSearch extends LudoElement {
  connected() {
    const contents = this.closest('details');
    if (contents && NARROW.matches) contents.open = false;
    // a link in the drawer closes it, so that the rule is seen
    contents?.addEventListener('click', (event) => {
      if (NARROW.matches && event.target instanceof Element && event.target.closest('a')) contents.open = false;
    }, {signal: this.leaving});
  }

  view() {
    return html`<label class="field"><span class="visually-hidden">${t('Search the rules')}</span>
      <input type="search" placeholder=${t('Search the rules')} @input=${this.filter}></label>`;
  }

  /** @param {Event} event */
  filter(event) {
    const wanted = /** @type {HTMLInputElement} */ (event.target).value.trim().toLowerCase();
    for (const item of document.querySelectorAll('.contents ol ol li')) {
      const anchor = item.querySelector('a')?.getAttribute('href')?.slice(1) ?? '';
      const text = document.getElementById(anchor)?.textContent ?? '';
      item.toggleAttribute('hidden', !text.toLowerCase().includes(wanted));
    }
    for (const section of document.querySelectorAll('.contents > ol > li')) {
      section.toggleAttribute('hidden', !section.querySelector('li:not([hidden])'));
    }
  }
}

define('ludo-rule-search', RuleSearch);
