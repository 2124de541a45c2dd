// Keys and swipes of a replay.

/** @typedef {import('./replay.js').Replay} Replay */
/** @typedef {import('./steps.js').Unit} Unit */

/** @type {Record<string, [Unit, 1 | -1]>} */
const KEYS = {
  ',': ['event', -1], '.': ['event', 1],
  '<': ['decision', -1], '>': ['decision', 1],
  '[': ['turn', -1], ']': ['turn', 1],
  '{': ['round', -1], '}': ['round', 1],
};
/** Pixels that a finger moves at least. */
const SWIPE = 40;

/**
 * Listen to the keys of the page.
 * @param {Replay} replay
 * @param {AbortSignal} signal
 */
export function listen(replay, signal) {
  document.addEventListener('keydown', (event) => {
    // AltGr types brackets on many keyboards
    const isCombined = (event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph');
    if (event.defaultPrevented || isCombined || event.metaKey || isTyping(event.target)) return;
    const step = KEYS[event.key];
    if (step) void replay.step(...step);
    else if (event.key === 'Home') void replay.goTo(0);
    else if (event.key === 'End' && replay.isOpen) void replay.goTo(null);
    else return;
    event.preventDefault();
  }, {signal});
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  const typed = 'input:not([type=range]), select, textarea, dialog[open]';
  return target instanceof Element && target.closest(typed) !== null;
}

/**
 * Step by decisions when a finger swipes over the controls: to the left is later.
 * @param {Replay} replay
 * @param {AbortSignal} signal
 */
export function swipes(replay, signal) {
  /** @type {{x: number, y: number} | null} */
  let start = null;
  replay.addEventListener('touchstart', ({touches: [touch], target}) => {
    const isOther = target instanceof Element && target.closest('input, select, ludo-scores, table');
    start = touch && !isOther ? {x: touch.clientX, y: touch.clientY} : null;
  }, {signal, passive: true});
  replay.addEventListener('touchend', ({changedTouches: [touch]}) => {
    if (!start || !touch) return;
    const [x, y] = [touch.clientX - start.x, touch.clientY - start.y];
    if (Math.abs(x) >= SWIPE && Math.abs(x) > 2 * Math.abs(y)) void replay.step('decision', x < 0 ? 1 : -1);
    start = null;
  }, {signal, passive: true});
}
