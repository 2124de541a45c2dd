// Which of the legal choices a decision took: the one whose command its event confirms.

/** @typedef {import('../core/types.js').Choice} Choice */
/** @typedef {import('../core/types.js').ReplayLine} Line */

/**
 * Return the choice that an event confirms; null if none or several do. The event has all values of the command. A
 * command without values must have the verb of the event: `turn_ended` confirms `end_turn`.
 * @param {readonly Choice[]} choices
 * @param {Line['event']} event
 * @returns {Choice | null}
 */
export function taken(choices, event) {
  const facts = {.../** @type {object} */ (event.data), .../** @type {object} */ (event.secret ?? {})};
  const values = new Set(Object.values(facts).flatMap((value) => [key(value), key([value].flat().at(-1))]));
  const said = words(event.type);
  const rated = choices.map((choice) => rate(choice, facts, values, said));
  const best = Math.max(...rated);
  const at = rated.indexOf(best);
  return best > 0 && at === rated.lastIndexOf(best) ? choices[at] ?? null : null;
}

/**
 * @param {Choice} choice
 * @param {Record<string, unknown>} facts
 * @param {Set<string>} values The values of the event, and the last ones of its lists.
 * @param {string[]} said
 */
function rate({command, range}, facts, values, said) {
  const {type, ...fields} = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (command));
  const entries = Object.entries(fields);
  for (const [name, value] of entries) {
    const fact = facts[name];
    const isInRange = range?.field === name && Number(fact) >= range.min && Number(fact) <= range.max;
    const isSimple = typeof value === 'number' || typeof value === 'boolean';
    if (!isInRange && key(value) !== key(fact) && (isSimple || !values.has(key(value)))) return 0;
  }
  const [verb = '', ...objects] = words(String(type));
  // irregular verbs keep their first letters: keep, kept
  const isSaid = said.some((word) => word.startsWith(verb.slice(0, 2)));
  if (!entries.length && !isSaid) return 0;
  return 10 * entries.length + (isSaid ? 4 : 0) + objects.filter((word) => said.includes(word)).length;
}

/** @param {string} type */
function words(type) {
  return (type.split('.').pop() ?? '').split('_');
}

/**
 * Return a text that is the same for equal values.
 * @param {unknown} value
 */
function key(value) {
  return JSON.stringify(value && typeof value === 'object' ? Object.entries(value).sort() : value) ?? '';
}
