// Durations of the API (ISO 8601 with days, hours, minutes and seconds).

import {language, t, UNITS} from './texts.js';

const PATTERN = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/;

const list = new Intl.ListFormat(language, {type: 'unit', style: 'long'});

/**
 * Return days, hours, minutes and seconds.
 * @param {string} duration
 * @returns {[number, number, number, number]}
 */
export function parts(duration) {
  const [, days, hours, minutes, seconds] = PATTERN.exec(duration) ?? [];
  return [Number(days ?? 0), Number(hours ?? 0), Number(minutes ?? 0), Number(seconds ?? 0)];
}

/** @param {string} duration */
export function seconds(duration) {
  return parts(duration).reduce((sum, number, place) => sum + number * (UNITS[place]?.[1] ?? 0), 0);
}

/**
 * Return a duration in words, such as `1 day, 12 hours`.
 * @param {string} duration
 */
export function formatDuration(duration) {
  let rest = seconds(duration);
  const shown = [];
  for (const [unit, size] of UNITS) {
    const number = Math.floor(rest / size);
    rest -= number * size;
    if (number) shown.push(new Intl.NumberFormat(language, {style: 'unit', unit, unitDisplay: 'long'}).format(number));
  }
  return list.format(shown);
}

/**
 * Return the times of a clock in a sentence.
 * @param {{allowance: string, bank: string}} clock
 */
export function clockText({allowance, bank}) {
  const times = {allowance: formatDuration(allowance), bank: formatDuration(bank)};
  return seconds(bank) ? t('{allowance} for each decision, and {bank} in reserve.', times)
    : t('{allowance} for each decision, and no time in reserve.', times);
}

/**
 * @param {number} days
 * @param {number} hours
 * @param {number} minutes
 */
export function durationOf(days, hours, minutes) {
  const time = `${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}`;
  return days || time ? `P${days ? `${days}D` : ''}${time ? `T${time}` : ''}` : 'PT0S';
}
