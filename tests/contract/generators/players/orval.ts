// Plays a whole game with the fetch client of orval, whose functions take paths: `fetch` below adds the address.

import { command, decisions, events, game as readGame, openGame, result, signUp, startGame, takeSeat } from "./orval/client";

declare const process: { argv: string[] };
const [, , baseUrl, ruleset] = process.argv;

const send = globalThis.fetch;
globalThis.fetch = (path, init) => send(new URL(String(path), baseUrl), init);

type Success<A> = A extends { data: infer D; status: 200 | 201 } ? D : never;

function data<A extends { data?: unknown; status: number }>(answer: A): Success<A> {
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.data));
  return answer.data as Success<A>;
}

async function play(): Promise<object> {
  const { token } = data(await signUp({ name: `orval ${crypto.randomUUID().slice(0, 8)}` }));
  const headers = { Authorization: `Bearer ${token}` };
  const bots = { "1": "random", "2": "random" };
  const { id: game } = data(await openGame({ ruleset, seats: 3, bots }, { headers }));
  data(await takeSeat(game, 0, {}, { headers }));
  data(await startGame(game, { headers }));
  let made = 0;
  while (data(await readGame(game, { headers })).status === "running") {
    const open = data(await decisions(game, undefined, { headers }));
    const own = open.items.find((decision) => decision.choices !== undefined);
    if (own?.choices === undefined) {
      data(await events(game, { after: open.version, wait: 5 }, { headers }));
      continue;
    }
    const { command: chosen } = own.choices[(made * 31) % own.choices.length];
    const keyed = { headers: { ...headers, "Idempotency-Key": `decision-${own.id}` } };
    const accepted = data(await command(game, { decision: own.id, command: chosen }, undefined, keyed));
    if (accepted.receipt.decision !== own.id) throw new Error(`another decision: ${JSON.stringify(accepted.receipt)}`);
    made += 1;
  }
  const ended = data(await result(game, { headers }));
  return { game, decisions: made, ranks: ended.places.map((place) => place.rank) };
}

play().then((report) => console.log(JSON.stringify(report)));
