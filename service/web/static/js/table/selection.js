// The choices that remain after pressing places and pieces. Pure: it knows ids and no rules.

/** @typedef {{anchors?: string[], range?: {min: number, max: number} | null, command: object}} Anchored */

/**
 * Return the choices that fit to what has been pressed: those whose anchors begin with it. If there is none, those that
 * have it in this order, or else in any order.
 * @template {Anchored} T
 * @param {readonly T[]} choices
 * @param {readonly string[]} pressed
 * @returns {T[]}
 */
export function remaining(choices, pressed) {
  if (!pressed.length) return [...choices];
  for (const fits of [isBeginning, isPart, isSubset]) {
    const found = choices.filter((choice) => fits(choice.anchors ?? [], pressed));
    if (found.length) return found;
  }
  return [];
}

/**
 * Return the ids that may be pressed next. A step that all remaining choices have in common may be left out.
 * @param {readonly Anchored[]} choices
 * @param {readonly string[]} pressed
 * @returns {string[]}
 */
export function targets(choices, pressed) {
  const left = remaining(choices, pressed);
  const isOrdered = left.every((choice) => isBeginning(choice.anchors ?? [], pressed));
  /** @type {Set<string>} */
  const found = new Set();
  for (let at = pressed.length; ; at += 1) {
    const step = new Set(left.flatMap((choice) => (isOrdered ? stepOf(choice, at) : choice.anchors ?? [])));
    for (const id of step) if (!pressed.includes(id)) found.add(id);
    if (!isOrdered || step.size !== 1 || left.length < 2) break;
  }
  // places that all choices name do not tell them apart: the list does
  const isTelling = [...found].some((id) => left.some((choice) => !choice.anchors?.includes(id)));
  return isTelling || left.length < 2 ? [...found] : [];
}

/**
 * @param {Anchored} choice
 * @param {number} at
 */
function stepOf(choice, at) {
  return (choice.anchors ?? []).slice(at, choice.range && at ? undefined : at + 1);
}

/**
 * Return what is pressed after one more press. A second press releases; a press elsewhere begins again.
 * @param {readonly Anchored[]} choices
 * @param {readonly string[]} pressed
 * @param {string} id
 * @returns {string[]}
 */
export function press(choices, pressed, id) {
  if (pressed.includes(id)) return pressed.filter((other) => other !== id);
  const isTarget = remaining(choices, pressed).some((choice) => choice.anchors?.includes(id));
  if (isTarget) return [...pressed, id];
  return remaining(choices, [id]).length ? [id] : [...pressed];
}

/**
 * Return the value of a range that was pressed: the last anchors of the choice stand for its values, one each.
 * @param {Anchored} choice
 * @param {readonly string[]} pressed
 * @returns {number | null}
 */
export function pressedValue(choice, pressed) {
  if (!choice.range) return null;
  const {min, max} = choice.range;
  const spaces = (choice.anchors ?? []).slice(min - max - 1);
  const [kind] = spaces.map(kindOf);
  if (spaces.length !== max - min + 1 || spaces.some((id) => kindOf(id) !== kind)) return null;
  const at = spaces.findLastIndex((id) => pressed.includes(id));
  return at < 0 || spaces.length < 2 ? null : min + at;
}

/** @param {string} id */
function kindOf(id) {
  return id.slice(0, id.lastIndexOf(':'));
}

/**
 * @param {readonly string[]} anchors
 * @param {readonly string[]} pressed
 */
function isBeginning(anchors, pressed) {
  return pressed.every((id, at) => anchors[at] === id);
}

/**
 * @param {readonly string[]} anchors
 * @param {readonly string[]} pressed
 */
function isPart(anchors, pressed) {
  let at = -1;
  return pressed.every((id) => (at = anchors.indexOf(id, at + 1)) >= 0);
}

/**
 * @param {readonly string[]} anchors
 * @param {readonly string[]} pressed
 */
function isSubset(anchors, pressed) {
  return pressed.every((id) => anchors.includes(id));
}
