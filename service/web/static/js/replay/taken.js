// Which of the legal choices a decision took: the one whose command its event confirms.

/** @typedef {import('../core/types.js').Choice} Choice */
/** @typedef {import('../core/types.js').ReplayLine} Line */

/**
 * Return the choice that an event confirms; null if none or several do. All fields of its command stand in the event
 * with the same values. A command without fields must have the verb of the event: `turn_ended` confirms `end_turn`.
 * @param {readonly Choice[]} choices
 * @param {Line['event']} event
 * @returns {Choice | null}
 */
export function taken(choices, event) {
  const facts = {.../** @type {object} */ (event.data), .../** @type {object} */ (event.secret ?? {})};
  const rated = choices.map((choice) => ({choice, rating: rate(choice, facts, event.type)}));
  const best = Math.max(...rated.map(({rating}) => rating));
  const found = rated.filter(({rating}) => rating === best);
  return best > 0 && found.length === 1 ? found[0]?.choice ?? null : null;
}

/**
 * @param {Choice} choice
 * @param {object} facts
 * @param {string} eventType
 */
function rate({command, range}, facts, eventType) {
  const {type, ...fields} = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (command));
  const names = Object.keys(fields).filter((name) => name !== range?.field);
  const known = /** @type {Record<string, unknown>} */ (facts);
  if (names.some((name) => !isEqual(fields[name], known[name]))) return 0;
  const [verb = '', ...objects] = words(String(type));
  const said = words(eventType);
  const isSaid = (/** @type {string} */ word) => said.some((one) => one.startsWith(word));
  if (!names.length && !isSaid(verb)) return 0;
  return 10 * names.length + (isSaid(verb) ? 4 : 0) + objects.filter(isSaid).length;
}

/** @param {string} type */
function words(type) {
  return (type.split('.').pop() ?? '').split('_');
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
function isEqual(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
