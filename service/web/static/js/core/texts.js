// Texts in the language of the page. The English text is the key; the server sends the other languages.

const {lang, dataset} = document.documentElement;

/** The language of the page, a tag of RFC 5646. */
export const language = lang || 'en';

/** @type {Record<string, string | string[]>} */
const texts = dataset['texts'] ? await (await fetch(dataset['texts'])).json() : {};

/**
 * Return a text with its placeholders, such as `t('Version {number}', {number: 3})`.
 * @param {string} text
 * @param {Record<string, string | number>} [parts]
 * @returns {string}
 */
export function t(text, parts) {
  const found = texts[text] ?? text;
  return filled(Array.isArray(found) ? found[0] ?? text : found, parts);
}

/**
 * Return a text of the service, such as the title of a problem, in the language of the page.
 * @param {string} text
 */
export function translated(text) {
  const found = texts[text];
  return typeof found === 'string' ? found : text;
}

/**
 * Return a text with a number: `tn('{number} seat', '{number} seats', 3)`.
 * @param {string} one
 * @param {string} many
 * @param {number} number
 * @param {Record<string, string | number>} [parts]
 * @returns {string}
 */
export function tn(one, many, number, parts) {
  const found = texts[one];
  const forms = Array.isArray(found) ? found : [one, many];
  return filled((number === 1 ? forms[0] : forms[1]) ?? many, {number: formatNumber(number), ...parts});
}

/**
 * @param {string} text
 * @param {Record<string, string | number>} [parts]
 */
function filled(text, parts) {
  return parts ? text.replace(/\{(\w+)\}/g, (whole, name) => String(parts[name] ?? whole)) : text;
}

/**
 * Return a function that makes a value when it is first needed: the first format of a page takes a cheap phone
 * about 100 ms, each further kind of format some milliseconds.
 * @template T
 * @param {() => T} make
 */
export function once(make) {
  /** @type {T | undefined} */
  let made;
  return () => (made ??= make());
}

// Italian would write 1000, but 10.000
const numbers = once(() => new Intl.NumberFormat(language, {useGrouping: 'always'}));
const moments = once(() => new Intl.DateTimeFormat(language, {dateStyle: 'medium', timeStyle: 'short'}));
const times = once(() => new Intl.DateTimeFormat(language, {timeStyle: 'short'}));
const days = once(() => new Intl.DateTimeFormat(language, {dateStyle: 'medium'}));
const months = once(() => new Intl.DateTimeFormat(language, {month: 'short', year: 'numeric', timeZone: 'UTC'}));
const relative = once(() => new Intl.RelativeTimeFormat(language));

/**
 * Return a formatted number with the minus sign, for which most languages write a hyphen.
 * @param {string} text
 */
export function minus(text) {
  return text.replace('-', '−');
}

/** @param {number} number */
export function formatNumber(number) {
  // all languages of the site write it in the same digits without a separator, and most pages have no other number
  if (Number.isInteger(number) && Math.abs(number) < 1000) return minus(String(number));
  return minus(numbers().format(number));
}

/**
 * Return a percentage with its sign, before which only German has a space.
 * @param {number} number
 */
export function formatPercent(number) {
  return `${formatNumber(number)}${language === 'de' ? '\u00a0' : ''}%`;
}

/**
 * Return a moment in the time zone of the device.
 * @param {string} at RFC 3339
 */
export function formatMoment(at) {
  return moments().format(new Date(at));
}

/** @param {Date} at */
export function formatTime(at) {
  return times().format(at);
}

/** @param {string} at RFC 3339 */
export function formatDay(at) {
  return days().format(new Date(at));
}

/** @param {string} month such as `2026-11`, in UTC */
export function formatMonth(month) {
  return months().format(new Date(`${month}-01T00:00:00Z`));
}

/** Units of time with their seconds, the longest first. @type {[Intl.RelativeTimeFormatUnit, number][]} */
export const UNITS = [['day', 86_400], ['hour', 3_600], ['minute', 60], ['second', 1]];

/**
 * Return the distance of a moment from now, such as `in 2 hours`.
 * @param {string} at RFC 3339
 * @param {number} [now] milliseconds since 1970
 */
export function formatDistance(at, now = Date.now()) {
  const seconds = Math.round((Date.parse(at) - now) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return relative().format(Math.trunc(seconds / size), unit);
}
