// A small board shows targets as large as a finger needs.

/** @typedef {import('./targets.js').Spot} Spot */

/** The size in pixels of the smallest target: with its ring, which is smaller, more than 24. */
const LEAST = 28;

/**
 * Zoom in to targets that are too small for a finger: to all of them, or around their middle. A board that a person has
 * moved stays. Returns whether it has moved.
 * @param {import('./camera.js').Camera} camera
 * @param {Spot[]} spots
 */
export function approach(camera, spots) {
  const small = spots.filter(({shape}) => shape !== 'path');
  if (!camera.isFitted || !small.length) return false;
  const scale = LEAST / (2 * Math.min(...small.map(({reach}) => reach)));
  if (camera.scale >= scale) return false;
  const [width, height] = [camera.frame.clientWidth / scale, camera.frame.clientHeight / scale];
  const middle = (/** @type {'x' | 'y'} */ axis, /** @type {number} */ room) => {
    const all = small.map((spot) => spot[axis]);
    const [least, most] = [Math.min(...all), Math.max(...all)];
    return most - least < room ? (least + most) / 2 : null;
  };
  const [x, y] = [middle('x', width * 0.9), middle('y', height * 0.9)];
  const near = nearMiddle(small);
  camera.fit({x: (x ?? near.x) - width / 2, y: (y ?? near.y) - height / 2, width, height});
  return true;
}

/**
 * Return the spot that is nearest to the middle of all.
 * @param {{x: number, y: number}[]} spots
 */
function nearMiddle(spots) {
  const x = spots.reduce((sum, spot) => sum + spot.x, 0) / spots.length;
  const y = spots.reduce((sum, spot) => sum + spot.y, 0) / spots.length;
  const away = (/** @type {{x: number, y: number}} */ spot) => Math.hypot(spot.x - x, spot.y - y);
  return spots.reduce((best, spot) => (away(spot) < away(best) ? spot : best));
}
