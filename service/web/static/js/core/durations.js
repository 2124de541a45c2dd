// Durations of the API (ISO 8601 with days, hours, minutes and seconds).

import {language, once, t, UNITS} from './texts.js';

const PATTERN = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/;

const list = once(() => new Intl.ListFormat(language, {type: 'unit', style: 'long'}));

/** @param {string} duration */
export function seconds(duration) {
  return UNITS.reduce((sum, [, size], place) => sum + Number(PATTERN.exec(duration)?.[place + 1] ?? 0) * size, 0);
}

/**
 * Return days, hours, minutes and seconds. The API gives hours and minutes as seconds, such as `PT900S`.
 * @param {string} duration
 * @returns {number[]}
 */
export function parts(duration) {
  let rest = seconds(duration);
  return UNITS.map(([, size]) => {
    const number = Math.floor(rest / size);
    rest -= number * size;
    return number;
  });
}

/**
 * Return a duration in words, such as `1 day, 12 hours`.
 * @param {string} duration
 */
export function formatDuration(duration) {
  return list().format(parts(duration).flatMap((number, place) => (number
    ? new Intl.NumberFormat(language, {style: 'unit', unit: UNITS[place]?.[0], unitDisplay: 'long'}).format(number)
    : [])));
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
 * @param {number} [rest] Seconds
 */
export function durationOf(days, hours, minutes, rest) {
  const time = `${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest ? `${rest}S` : ''}`;
  return days || time ? `P${days ? `${days}D` : ''}${time ? `T${time}` : ''}` : 'PT0S';
}
