// Numbers in fields: one that is out of range is refused at its field, and is not sent.

import {formatNumber, t} from './texts.js';

/**
 * Return the number in a field, or null if it is none that the field takes. The field says what it takes.
 * @param {HTMLInputElement} input
 */
export function numberOf(input) {
  input.setCustomValidity('');
  const isValid = input.validity.valid && input.value !== '';
  if (!input.validity.valid) input.setCustomValidity(bounds(input));
  if (input.validity.valid) input.removeAttribute('aria-invalid');
  else input.ariaInvalid = 'true';
  return isValid ? input.valueAsNumber : null;
}

/**
 * Whether all numbers of a form may be sent. If not, the first field that is wrong has the focus, and says so.
 * @param {Element | null} form
 */
export function areNumbersRight(form) {
  const fields = /** @type {HTMLInputElement[]} */ ([...form?.querySelectorAll('input[type=number]') ?? []]);
  for (const field of fields) numberOf(field);
  const wrong = fields.find(({validity}) => !validity.valid);
  for (let around = wrong?.closest('details'); around; around = around.parentElement?.closest('details')) {
    around.open = true;
  }
  wrong?.reportValidity();
  return !wrong;
}

/** @param {HTMLInputElement} input */
function bounds({min, max}) {
  if (min && max) return t('A whole number from {min} to {max}.', {
    min: formatNumber(Number(min)), max: formatNumber(Number(max)),
  });
  return min ? t('A whole number of at least {min}.', {min: formatNumber(Number(min))}) : t('A whole number.');
}
