// Fields of forms. A field carries the JSON pointer of the request, so that an error of the API is shown at it.

import {live} from '../../vendor/lit-html/directives/live.js';
import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {checked} from '../core/numbers.js';
import {t} from '../core/texts.js';

/**
 * A field with its label, explanation and error.
 * @param {Record<string, string>} errors by pointer
 * @param {string} pointer
 * @param {unknown} content
 * @param {string} [classes]
 */
export function field(errors, pointer, content, classes = '') {
  const error = errors[pointer];
  return html`<div class="field ${classes}" data-pointer=${pointer}>${content}
    ${error === undefined ? nothing : html`<p class="error" id="error${pointer}">${error}</p>`}</div>`;
}

/**
 * A group of choices of which one is taken.
 * @param {string} name
 * @param {string} value
 * @param {{value: string, name: unknown, hint?: unknown}[]} choices
 * @param {(value: string) => void} choose
 * @param {string} [classes]
 */
export function picks(name, value, choices, choose, classes = '') {
  return html`<div class="picks ${classes}">${choices.map((choice) => html`<label class="pick">
    <input type="radio" name=${name} value=${choice.value} .checked=${choice.value === value}
      @change=${() => choose(choice.value)}>
    <span>${choice.name}${choice.hint ? html`<span class="hint">${choice.hint}</span>` : ''}</span></label>`)}</div>`;
}

/**
 * @param {string} id
 * @param {string} value
 * @param {[string, string][]} choices value and name
 * @param {(value: string) => void} choose
 * @param {string} [hint] the id of what describes it
 */
export function select(id, value, choices, choose, hint) {
  // the options of another title replace those of this one: a value of the element itself would be set before them
  return html`<select id=${id} aria-describedby=${hint ?? nothing}
    @change=${(/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value)}>
    ${choices.map(([key, name]) => html`<option value=${key} ?selected=${key === value}
      .selected=${live(key === value)}>${name}</option>`)}</select>`;
}

/**
 * A time in days, hours and minutes. A change drops the seconds, which have no field.
 * @param {string} name
 * @param {import('./opening.js').Time} value
 * @param {(value: import('./opening.js').Time) => void} change
 */
export function time(name, value, change) {
  const units = [t('Days'), t('Hours'), t('Minutes')];
  return html`<fieldset class="time"><legend class="field-name">${name}</legend><div class="duration">
    ${units.map((unit, place) => html`<label>
      <input type="number" min="0" max="999" inputmode="numeric" .value=${String(value[place])}
        required @input=${taken((number) => change(
          /** @type {[number, number, number]} */ (value.slice(0, 3).with(place, number)),
        ))}> ${unit}</label>`)}</div></fieldset>`;
}

/**
 * Return a listener that takes the number of a field, unless it is out of range: then the field says so, and the form
 * is not sent.
 * @param {(number: number) => void} take
 */
export function taken(take) {
  return (/** @type {Event} */ {target}) => {
    const number = checked(/** @type {HTMLInputElement} */ (target));
    if (number !== null) take(number);
  };
}

/**
 * Connect errors with their controls, open what is folded around them, and focus the first one.
 * @param {HTMLElement} form
 * @param {boolean} isNew Whether the errors have just come
 */
export function connectErrors(form, isNew) {
  /** @type {HTMLElement | undefined} */
  let first;
  for (const group of form.querySelectorAll('[data-pointer]')) {
    const error = group.querySelector(':scope > .error:not(.bounds)');
    for (const control of /** @type {NodeListOf<HTMLInputElement>} */ (group.querySelectorAll('input, select'))) {
      const hints = hintsOf(control);
      if (error) {
        control.setAttribute('aria-invalid', 'true');
        control.setAttribute('aria-describedby', [...hints, error.id].join(' '));
        if (!first && control.matches(':not([type="radio"]), :checked')) first = control;
      } else if (control.hasAttribute('aria-invalid') && control.validity.valid) {
        control.removeAttribute('aria-invalid');
        if (hints.length) control.setAttribute('aria-describedby', hints.join(' '));
        else control.removeAttribute('aria-describedby');
      }
    }
  }
  if (!isNew || !first) return;
  const fold = first.closest('details');
  if (fold) fold.open = true;
  first.focus();
}

/**
 * Return the ids of what describes a control, apart from errors.
 * @param {Element} control
 */
function hintsOf(control) {
  const ids = (control.getAttribute('aria-describedby') ?? '').split(' ');
  return ids.filter((id) => id && !id.startsWith('error/'));
}
