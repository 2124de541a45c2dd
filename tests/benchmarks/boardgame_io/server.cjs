// A boardgame.io server with a game that has almost no rules: server.cjs PORT [FOLDER of the file store].
const { Server, FlatFile } = require('boardgame.io/server');

const game = {
  name: 'count',
  setup: () => ({ count: 0 }),
  moves: { add: ({ G }) => ({ count: G.count + 1 }) },
  turn: { minMoves: 1, maxMoves: 1 },
};

const [port, folder] = process.argv.slice(2);
const server = Server({ games: [game], origins: ['*'], ...(folder ? { db: new FlatFile({ dir: folder }) } : {}) });
console.log = () => {};
server.run({ port: Number(port) }).then(() => process.stdout.write('ready\n'));
