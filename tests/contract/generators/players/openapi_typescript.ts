// Plays a whole game with the types of openapi-typescript and the client openapi-fetch.

import createClient from "openapi-fetch";
import type { components, operations, paths } from "./openapi_typescript/api";

declare const process: { argv: string[] };
const [, , baseUrl, ruleset] = process.argv;

// commands, views and records are told apart by `type`
const bid: components["schemas"]["AnyCommand"] = { type: "giganten.bid", value: 3 };
export const sent: operations["command"]["requestBody"]["content"]["application/json"] = { decision: "0.1", command: bid };
export function prices(view: components["schemas"]["AnyView"]) {
  return view.type === "giganten.view" ? view.prices : null;
}

function data<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

async function play(): Promise<object> {
  const client = createClient<paths>({ baseUrl });
  const name = `openapi-typescript ${crypto.randomUUID().slice(0, 8)}`;
  const { token } = data(await client.POST("/v1/players", { body: { name } }));
  client.use({
    onRequest: ({ request }) => {
      request.headers.set("Authorization", `Bearer ${token}`);
    },
  });
  // this player would take tokens back again and again
  const options = { take_back: false };
  const body = { ruleset, seats: 3, options, bots: { "1": "random", "2": "random" } };
  const { id: game } = data(await client.POST("/v1/games", { body }));
  const path = { game };
  data(await client.PUT("/v1/games/{game}/seats/{seat}", { params: { path: { game, seat: 0 } } }));
  data(await client.POST("/v1/games/{game}/start", { params: { path } }));
  let made = 0;
  while (data(await client.GET("/v1/games/{game}", { params: { path } })).status === "running") {
    const open = data(await client.GET("/v1/games/{game}/decisions", { params: { path } }));
    const own = open.items.find((decision) => decision.choices !== undefined);
    if (own?.choices === undefined) {
      const query = { after: open.version, wait: 5 };
      data(await client.GET("/v1/games/{game}/events", { params: { path, query } }));
      continue;
    }
    const { command } = own.choices[(made * 31) % own.choices.length];
    const header = { "Idempotency-Key": `decision-${own.id}` };
    const answer = { decision: own.id, command };
    const accepted = data(
      await client.POST("/v1/games/{game}/commands", { params: { path, header }, body: answer }),
    );
    if (accepted.receipt.decision !== own.id) throw new Error(`another decision: ${JSON.stringify(accepted.receipt)}`);
    made += 1;
  }
  const ended = data(await client.GET("/v1/games/{game}/result", { params: { path } }));
  return { game, decisions: made, ranks: ended.places.map((place) => place.rank) };
}

play().then((report) => console.log(JSON.stringify(report)));
