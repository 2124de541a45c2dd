// A title without pieces of its own: figures at places that the view names, and the rest of the view as lists.

/** @typedef {import('../types.d.ts').Names} Names */
/** @typedef {import('../types.d.ts').RackGroup} RackGroup */
/** @typedef {import('../types.d.ts').RackItem} RackItem */

/** @type {Record<string, import('../types.d.ts').Drawing>} */
export const SYMBOLS = {};

/** What pages show elsewhere, or what has no meaning for people. */
const ELSEWHERE = new Set([
  'type',
  'game',
  'version',
  'viewer',
  'data_set',
  'awaiting',
  'places',
  'clocks',
  'paused_until',
  'phase',
  'phase_name',
  'pieces',
]);

/**
 * Return the fields of a view: those of the table, then those of each player.
 * @param {Record<string, unknown>} view
 * @param {string[]} seats
 * @param {Names} names
 * @returns {RackGroup[]}
 */
export function rack(view, seats, names) {
  /** @type {RackGroup[]} */
  const groups = [];
  /** @type {RackItem[]} */
  const plain = [];
  for (const [key, value] of Object.entries(view)) {
    if (ELSEWHERE.has(key) || key === 'players' || value === null) continue;
    if (typeof value !== 'object') plain.push({name: words(key, names), value: String(value)});
    else groups.push({heading: words(key, names), items: entries(value, names)});
  }
  const players = Array.isArray(view['players']) ? view['players'] : [];
  const owned = players.map((player, seat) => ({
    heading: seats[seat] ?? '',
    items: Object.entries(player)
      .filter(([key, value]) => key !== 'seat' && value !== null)
      .map(([key, value]) => ({seat, name: words(key, names), value: flat(value, names)})),
  }));
  return [...(plain.length ? [{heading: names.piece('table'), items: plain}] : []), ...groups, ...owned];
}

/**
 * @param {object} value
 * @param {Names} names
 * @returns {RackItem[]}
 */
function entries(value, names) {
  if (Array.isArray(value)) return value.map((one, number) => ({name: String(number + 1), value: flat(one, names)}));
  return Object.entries(value).map(([key, one]) => ({name: words(key, names), value: flat(one, names)}));
}

/**
 * @param {unknown} value
 * @param {Names} names
 * @returns {string}
 */
function flat(value, names) {
  if (Array.isArray(value)) return value.length ? value.map((one) => flat(one, names)).join(', ') : '–';
  if (value === null || typeof value !== 'object') return words(String(value ?? '–'), names);
  return Object.entries(value)
    .map(([key, one]) => `${words(key, names)} ${flat(one, names)}`)
    .join(', ');
}

/**
 * @param {string} id
 * @param {Names} names
 */
function words(id, names) {
  const name = names.piece(id);
  return name === id ? id.replaceAll('_', ' ') : name;
}
