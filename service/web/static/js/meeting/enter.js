// The way from a meeting to its game.

let entered = '';

// the page may come back from the cache of the browser
window.addEventListener('pageshow', () => {
  entered = '';
});

/**
 * Go to the table of a game. A meeting can name its game in a reply and in an event; a second
 * navigation to the same table would only abort the first.
 * @param {string} game
 */
export function enter(game) {
  if (entered === game) return;
  entered = game;
  location.assign(`/games/${game}`);
}
