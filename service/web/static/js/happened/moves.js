// What moved on the board from one version to the next: pieces with their old and their new places, and what is gone.

/** @typedef {import('../core/types.js').StandingPiece} Piece */
/** @typedef {import('../replay/history.js').GameHistory} GameHistory */
/** @typedef {import('../board/types.d.ts').Move} Move */
/** @typedef {import('../board/types.d.ts').Traces} Traces */

/** How many arrows and ghosts a board has at most: the last ones. */
const MOST = 40;

/** @type {Traces} */
export const NOTHING = {moves: [], gone: []};

/** @param {Piece} piece */
function likeness({kind, seat, faces}) {
  return `${kind} ${seat} ${faces ?? ''}`;
}

/**
 * Return what moved between two views. A piece that comes is one of its kind and seat that is gone, if there is any.
 * @param {readonly Piece[]} before
 * @param {readonly Piece[]} after
 * @returns {{moves: Move[], gone: Piece[]}}
 */
export function movedBetween(before, after) {
  const standing = new Map(after.map((piece) => [piece.id, piece]));
  const known = new Map(before.map((piece) => [piece.id, piece]));
  const isSame = (/** @type {Piece | undefined} */ one, /** @type {Piece} */ other) =>
    one !== undefined && likeness(one) === likeness(other);
  const gone = before.filter((piece) => !isSame(standing.get(piece.id), piece));
  /** @type {Move[]} */
  const moves = [];
  for (const to of after) {
    const same = known.get(to.id);
    const at = isSame(same, to) ? -1 : gone.findIndex((piece) => isSame(piece, to));
    const from = at < 0 ? (isSame(same, to) ? same : undefined) : gone.splice(at, 1)[0];
    if (from && from.place !== to.place) moves.push({from, to});
  }
  return {moves, gone};
}

/**
 * Return what others have moved in some versions.
 * @param {GameHistory} history
 * @param {number} from The version before the first of them.
 * @param {number} to
 * @param {number} seat The own seat, whose acts leave no traces.
 * @returns {Traces}
 */
export function tracesOf(history, from, to, seat) {
  /** @type {Move[]} */
  const moves = [];
  /** @type {Piece[]} */
  let gone = [];
  for (let version = Math.max(from, history.first) + 1; version <= to; version += 1) {
    const {event, patch} = history.line(version) ?? {};
    const decided = event && (history.line(event.cause)?.event.seat ?? event.seat);
    if (!event || decided === seat || patch?.every(({path}) => !path.startsWith('/pieces'))) continue;
    const [before, after] = [version - 1, version].map((one) => history.view(one)['pieces']?.items ?? []);
    const found = movedBetween(before, after);
    moves.push(...found.moves);
    gone.push(...found.gone);
  }
  const [start, now] = [Math.max(from, history.first), Math.max(from, to)].map((version) => (
    /** @type {Piece[]} */ (history.view(version)['pieces']?.items ?? [])));
  const key = (/** @type {Piece} */ one) => `${one.place} ${likeness(one)}`;
  const stood = new Set(start?.map(key));
  // what stands there again has left no ghost, nor has a piece that only passed by a place where it did not stand
  const passed = moves.map(({to: piece}) => piece).filter((one) => !stood.has(key(one)));
  const taken = new Set([...now ?? [], ...passed].map(key));
  const left = [...moves.map(({from: piece}) => piece), ...gone].filter((one) => !taken.has(key(one)));
  gone = [...new Map(left.map((one) => [one.id, one])).values()];
  return {moves: moves.slice(-MOST), gone: gone.slice(-MOST)};
}
