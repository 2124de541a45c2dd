// A bot that plays a seat over HTTP, for Node.js 18 or later: LUDOLOG_TOKEN=… node bot.mjs SERVER GAME
// With --lines it reads requests as JSON lines and writes commands: this is how the arena plays it.
import { createInterface } from "node:readline";
import { randomUUID } from "node:crypto";

const WAIT = 25; // seconds for which the server holds a request until something happens
const TRIES = 10;
/** The codes of refusals after which the bot looks again. Any other is a mistake of the bot, such as `refused`. */
const STALE = new Set(["decision-closed", "game-not-running", "game-paused"]);

/** Return a command. This bot takes any choice; yours looks at `request.view`. */
function choose(request) {
  const choices = request.choices.filter((choice) => !choice.command.type.endsWith(".take_back"));
  const { command, range } = choices[Math.floor(Math.random() * choices.length)];
  if (!range) return command;
  // any number of the range is legal; the lower ones are seldom bluffs
  const span = Math.min(range.max - range.min, 3) + 1;
  return { ...command, [range.field]: range.min + Math.floor(Math.random() * span) };
}

/** A request failed; carries the code of the problem, which is empty without one. */
class Failed extends Error {
  constructor(text, code = "") {
    super(text);
    this.code = code;
  }
}

/** Return the failure that a problem document describes. */
function refusal(status, text) {
  let [code, detail] = ["", text.slice(0, 200)];
  try {
    const problem = JSON.parse(text);
    if (typeof problem.code === "string") ({ code, detail } = problem);
  } catch {
    // no problem document: something between bot and server has answered
  }
  return new Failed(`the server refuses: ${status} ${code}: ${detail}`, code);
}

/** Return a function that sends requests; one that fails is repeated, with the same idempotency key. */
function client(server, token) {
  return async function ask(method, path, body) {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    if (body) headers["Idempotency-Key"] = randomUUID();
    let failed;
    for (let tried = 0; tried < TRIES; tried += 1) {
      try {
        const signal = AbortSignal.timeout((WAIT + 15) * 1000);
        const answer = await fetch(server + path, { method, headers, body: body && JSON.stringify(body), signal });
        const text = await answer.text();
        if (answer.ok) return JSON.parse(text);
        failed = refusal(answer.status, text);
        if (answer.status < 500 && answer.status !== 429) break;
      } catch (error) {
        failed = new Failed(`no whole answer from ${server}: ${error.cause ?? error}`);
      }
      await new Promise((resolve) => setTimeout(resolve, Math.min(10_000, 500 * 2 ** tried)));
    }
    throw failed;
  };
}

/** Play the seat of the token until the game is over. */
async function play(ask, game) {
  const path = `/v1/games/${game}`;
  for (;;) {
    const state = await ask("GET", path);
    if (state.status !== "open" && state.status !== "running") return;
    const { items } = await ask("GET", `${path}/decisions`);
    const open = items.filter((each) => each.choices?.length);
    let mustWait = !open.length;
    for (const { id, seat, choices } of open) {
      const view = await ask("GET", `${path}/view`);
      const command = choose({ ruleset: state.ruleset, seat, view, choices });
      try {
        await ask("POST", `${path}/commands`, { decision: id, command });
      } catch (error) {
        if (!STALE.has(error.code)) throw error;
        mustWait = true;
      }
    }
    if (mustWait) await ask("GET", `${path}/events?after=${state.version}&wait=${WAIT}`);
  }
}

if (process.argv[2] === "--lines") {
  for await (const line of createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(choose(JSON.parse(line))));
  }
} else {
  const [server, game] = process.argv.slice(2);
  const token = process.env.LUDOLOG_TOKEN;
  if (!server?.startsWith("http") || !game || !token) {
    console.error("usage: LUDOLOG_TOKEN=… node bot.mjs http://SERVER GAME, or node bot.mjs --lines");
    process.exit(1);
  }
  try {
    await play(client(server.replace(/\/+$/, ""), token), game);
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
