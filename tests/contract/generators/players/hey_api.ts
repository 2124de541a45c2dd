// Plays a whole game with the client of @hey-api/openapi-ts, and follows its stream from the first event to the last.

import { createClient } from "./hey_api/client";
import {
  command,
  decisions,
  events,
  game as readGame,
  openGame,
  result,
  signUp,
  startGame,
  stream,
  takeSeat,
} from "./hey_api/sdk.gen";
import type { SeenEvent } from "./hey_api/types.gen";

declare const process: { argv: string[] };
const [, , baseUrl, ruleset] = process.argv;

async function follow(client: ReturnType<typeof createClient>, game: string): Promise<number[]> {
  const versions: number[] = [];
  const followed = await stream({
    client,
    path: { game },
    onSseEvent: (event) => {
      if (event.event === undefined && event.data !== undefined) {
        versions.push((event.data as SeenEvent).record.version);
      }
    },
  });
  for await (const _ of followed.stream); // onSseEvent keeps what counts
  return versions;
}

async function play(): Promise<object> {
  const anonymous = createClient({ baseUrl });
  const name = `hey-api ${crypto.randomUUID().slice(0, 8)}`;
  const { token } = (await signUp({ client: anonymous, body: { name }, throwOnError: true })).data;
  const client = createClient({ baseUrl, auth: token, throwOnError: true });
  const body = { ruleset, seats: 3, bots: { "1": "random", "2": "random" } };
  const { id: game } = (await openGame({ client, body, throwOnError: true })).data;
  const following = follow(client, game);
  await takeSeat({ client, path: { game, seat: 0 }, throwOnError: true });
  await startGame({ client, path: { game }, throwOnError: true });
  let made = 0;
  while (true) {
    const now = (await readGame({ client, path: { game }, throwOnError: true })).data;
    if (now.status !== "running") break;
    const open = (await decisions({ client, path: { game }, throwOnError: true })).data;
    const own = open.items.find((decision) => decision.choices !== undefined);
    if (own?.choices === undefined) {
      await events({ client, path: { game }, query: { after: open.version, wait: 5 }, throwOnError: true });
      continue;
    }
    const { command: chosen } = own.choices[(made * 31) % own.choices.length];
    const sent = { decision: own.id, command: chosen };
    const headers = { "Idempotency-Key": `decision-${own.id}` };
    const accepted = (await command({ client, path: { game }, body: sent, headers, throwOnError: true })).data;
    if (accepted.receipt.decision !== own.id) throw new Error(`another decision: ${JSON.stringify(accepted.receipt)}`);
    made += 1;
  }
  const ended = (await result({ client, path: { game }, throwOnError: true })).data;
  return { game, decisions: made, ranks: ended.places.map((place) => place.rank), versions: await following };
}

play().then((report) => console.log(JSON.stringify(report)));
