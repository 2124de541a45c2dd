// Sends moves to a boardgame.io server, of each match one after another: load.cjs PORT MATCHES MOVES [READERS].
// Prints moves/s. READERS are the further players of each match who are connected and get every move.
const { io } = require('socket.io-client');

const [port, matches, moves, readers = 0] = process.argv.slice(2).map(Number);
const SEATS = 3;

async function watch(number, seat) {
  const socket = io(`http://127.0.0.1:${port}/count`, { transports: ['websocket'], forceNew: true });
  const synced = new Promise(resolve => socket.once('sync', resolve));
  await new Promise(resolve => socket.once('connect', resolve));
  socket.emit('sync', `match-${number}`, String(seat), undefined, SEATS);
  await synced;
  return { close: () => socket.close() };
}

async function play(number, count) {
  const socket = io(`http://127.0.0.1:${port}/count`, { transports: ['websocket'], forceNew: true });
  const match = `match-${number}`;
  const next = name => new Promise(resolve => socket.once(name, (...values) => resolve(values)));
  await next('connect');
  const synced = next('sync');
  socket.emit('sync', match, '0', undefined, SEATS);
  let [, { state }] = await synced;
  return {
    async run() {
      for (let move = 0; move < count; move += 1) {
        const payload = { type: 'add', args: [], playerID: state.ctx.currentPlayer };
        const updated = next('update');
        socket.emit('update', { type: 'MAKE_MOVE', payload }, state._stateID, match, payload.playerID);
        [, state] = await updated;
      }
      if (state.G.count !== count) throw new Error(`${state.G.count} moves instead of ${count}`);
    },
    close: () => socket.close(),
  };
}

(async () => {
  const all = await Promise.all(Array.from({ length: matches }, (_, number) => play(number, moves)));
  const connected = [];
  for (let number = 0; number < matches; number += 1) {
    for (let seat = 1; seat <= readers; seat += 1) connected.push(await watch(number, seat));
  }
  const began = performance.now();
  await Promise.all(all.map(each => each.run()));
  process.stdout.write(`${(matches * moves) / ((performance.now() - began) / 1000)}\n`);
  [...all, ...connected].forEach(each => each.close());
})();
