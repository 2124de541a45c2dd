// Plays a whole game of each title with the installed TypeScript SDK, and prints what it saw: player.js SERVER RECEIPTS.

import { appendFileSync } from "node:fs";
import { Client, randomCommand, type Schemas } from "ludolog-client";

const [, , server = "", file = "", games = ""] = process.argv;
const client = new Client(server, { onReceipt: (receipt) => appendFileSync(file, `${JSON.stringify(receipt)}\n`) });
client.token = (await client.post("/v1/players", { body: { name: "Ada of TypeScript" } })).token;
// what the document does not have is an error of the compiler
// @ts-expect-error no such path
const nowhere = () => client.get("/v1/nonsense");
// @ts-expect-error no name
const nobody = () => client.post("/v1/players", { body: {} });
void [nowhere, nobody];
for (const body of JSON.parse(games) as Schemas["OpenGame"][]) {
  const { id: game } = await client.post("/v1/games", { body });
  const path = { game };
  await client.put("/v1/games/{game}/seats/{seat}", { path: { game, seat: 0 } });
  await client.post("/v1/games/{game}/start", { path });
  const moves: Schemas["AnyCommand"][] = [];
  await client.play(game, ({ choices }) => {
    const command = randomCommand(choices);
    moves.push(command);
    return command;
  });
  const versions: (string | null)[] = [];
  for await (const { id, event } of client.stream("/v1/games/{game}/stream", { path })) {
    if (event === "message") versions.push(id);
  }
  const pages: number[] = [];
  for await (const { record } of client.list("/v1/games/{game}/events", { path, query: { limit: 50 } })) {
    pages.push(record.version);
  }
  console.log(JSON.stringify({ game, moves, versions, pages }));
}
