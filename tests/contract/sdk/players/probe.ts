// Sends one command, or follows one stream, in each scenario of a scripted server, and prints what came of it.
// probe.js SERVER: the names of scenarios are the lines of the standard input; those of streams begin with `stream`.

import { readFileSync } from "node:fs";
import { Client, LudologError, Problem } from "ludolog-client";

const game = "15f0aa45-e85e-4ad0-9a35-93467b0893c9";
const path = { game };

async function command(client: Client): Promise<unknown> {
  const body = { decision: "0.1", command: { type: "minos.end_turn" } } as const;
  return (await client.post("/v1/games/{game}/commands", { path, body, key: "mine" })).decisions;
}

async function positions(client: Client): Promise<unknown> {
  const found: unknown[] = [];
  const read = async (): Promise<void> => {
    for await (const { id } of client.list("/v1/games")) found.push(id);
  };
  const follow = async (): Promise<void> => {
    for await (const _ of client.stream("/v1/games/{game}/stream", { path }));
  };
  for (const change of [() => command(client), () => command(client), follow]) {
    await read();
    await change();
  }
  for (let count = 0; count < 4; count++) await read();
  return found;
}

async function outcome(client: Client, name: string): Promise<unknown> {
  try {
    const ids: (string | null)[] = [];
    if (name === "positions") return await positions(client);
    if (name.startsWith("stream")) {
      for await (const { id } of client.stream("/v1/games/{game}/stream", { path })) ids.push(id);
      return ids;
    }
    if (name.startsWith("list")) {
      for await (const { id } of client.list("/v1/games", { query: { status: "open" } })) ids.push(id);
      return ids;
    }
    return await command(client);
  } catch (error) {
    if (error instanceof Problem) return [error.constructor.name, error.status, error.code, error.detail];
    if (error instanceof LudologError) return [error.constructor.name];
    throw error;
  }
}

for (const name of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const client = new Client(`${process.argv[2]}/${name}`, { token: "secret", patience: 1.5 });
  console.log(JSON.stringify([name, await outcome(client, name), client.receipts.kept.length]));
}
