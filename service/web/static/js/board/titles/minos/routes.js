// Minos: the lines between sea spaces. They are faint, except where a ship may sail, or on demand.

import {html} from '../../../../vendor/lit-html/lit-html.js';
import {t} from '../../../core/texts.js';

const ALL = 'all-routes';

/**
 * Show the lines from the ships that may be pressed, or are pressed.
 * @param {SVGSVGElement} svg
 * @param {string[]} ids
 */
export function react(svg, ids) {
  const ships = new Set(ids.filter((id) => id.startsWith('ship:')).map((id) => `place:${id.split(':')[2]}`));
  const key = [...ships].join(' ');
  if (svg.dataset['ships'] === key) return;
  svg.dataset['ships'] = key;
  for (const route of /** @type {NodeListOf<SVGElement>} */ (svg.querySelectorAll('.route'))) {
    const ends = route.dataset['between']?.split(' ') ?? [];
    route.classList.toggle('near', ends.some((end) => ships.has(end)));
  }
}

/**
 * Return the button that shows all lines.
 * @param {SVGSVGElement} svg
 */
export function tools(svg) {
  return html`<button type="button" aria-pressed=${String(svg.classList.contains(ALL))}
    @click=${(/** @type {Event} */ event) => {
      const isOn = svg.classList.toggle(ALL);
      /** @type {HTMLElement} */ (event.currentTarget).ariaPressed = String(isOn);
    }}>${t('Sea routes')}</button>`;
}
