// The buttons below a board: its sections, and zoom.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {t} from '../core/texts.js';

/**
 * Return the buttons, if the title has a picture.
 * @param {import('./loader.js').Equipment} equipment
 * @param {number | null} own the seat of the viewer
 */
export function toolsView({title, scene}, own) {
  if (!scene) return nothing;
  const sections = (title.sections?.(own) ?? []).filter(([id]) => scene.sections.has(id));
  const button = (/** @type {string} */ text, /** @type {() => void} */ act, label = text) => {
    return html`<button type="button" aria-label=${label} @click=${act}>${text}</button>`;
  };
  return html`<div class="board-tools" role="toolbar" aria-label=${t('View of the board')}>
    ${button(t('All'), () => scene.camera?.fit(scene.whole))}
    ${sections.map(([id, name]) => button(name, () => scene.fit(id)))}
    ${title.tools?.(scene.svg)}
    <span class="board-zoom">
      ${button('−', () => scene.camera?.step(-1), t('Zoom out'))}
      ${button('+', () => scene.camera?.step(1), t('Zoom in'))}
    </span>
  </div>`;
}
