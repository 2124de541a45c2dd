// Numbers in fields: one that is out of range is refused at its field, and is not sent.

import {formatNumber, t} from './texts.js';

/** How many fields without an id were named. */
let named = 0;

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
 * Return the number in a field of a form, or null. What the field takes is said beside it while it has something else.
 * @param {HTMLInputElement} input
 */
export function checked(input) {
  const number = numberOf(input);
  const old = document.getElementById(`${input.id}-bounds`);
  if (input.validity.valid) {
    describe(input, `${input.id}-bounds`, false);
    old?.remove();
    return number;
  }
  input.id ||= `number-${named += 1}`;
  const error = old ?? document.createElement('p');
  error.className = 'error bounds';
  error.id = `${input.id}-bounds`;
  error.textContent = input.validationMessage;
  if (!old) (input.closest('label') ?? input).after(error);
  describe(input, error.id, true);
  return number;
}

/**
 * Name a text as a description of a field, or no more.
 * @param {HTMLInputElement} input
 * @param {string} id
 * @param {boolean} isDescribed
 */
function describe(input, id, isDescribed) {
  const others = (input.getAttribute('aria-describedby') ?? '').split(' ').filter((other) => other && other !== id);
  const ids = isDescribed ? [...others, id] : others;
  if (ids.length) input.setAttribute('aria-describedby', ids.join(' '));
  else input.removeAttribute('aria-describedby');
}

/**
 * Whether all numbers of a form may be sent. If not, the first field that is wrong has the focus, and says so.
 * @param {Element | null} form
 */
export function areNumbersRight(form) {
  const fields = /** @type {HTMLInputElement[]} */ ([...form?.querySelectorAll('input[type=number]') ?? []]);
  for (const field of fields) checked(field);
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
