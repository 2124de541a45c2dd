// Siberia: the symbols on tokens.

/** The symbols of tokens: pieces with these names look otherwise. */
const FACES = new Map([
  ['worker', 'pick'],
  ['salesman', 'trade'],
]);

/**
 * Return the symbols of a token, from top to bottom.
 * @param {string} token
 */
export function facesOf(token) {
  return token.split('_').map((part) => FACES.get(part) ?? part);
}
