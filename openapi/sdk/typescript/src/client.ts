// The client: all operations by their paths, with the types of the document, and a whole game in one call.

import type { components, paths } from "../api.js";
import { DecisionClosed, GameNotRunning, GamePaused } from "./problems.js";
import { Requests, type Sent } from "./requests.js";
import { Stream } from "./streams.js";
import type { StreamData } from "./stream_data.js";

/** The schemas of requests and replies, by name. */
export type Schemas = components["schemas"];

type Method = "get" | "put" | "post" | "delete";
type Operation<M extends Method, P extends keyof paths> = Exclude<paths[P][M], undefined>;

/** The paths that have a method. */
export type PathsOf<M extends Method> = {
  [P in keyof paths]: [Operation<M, P>] extends [never] ? never : P;
}[keyof paths];

type Content<R> = R extends { content: infer C } ? C : never;
type Json<C> = C extends { "application/json": infer J } ? J : C extends Record<string, unknown> ? string : never;
type Success<R> = { [S in keyof R]: S extends 200 | 201 | 202 | 204 ? R[S] : never }[keyof R];

/** The reply of an operation: JSON, text of another type, or undefined. */
export type Reply<O> = O extends { responses: infer R }
  ? [Content<Success<R>>] extends [never]
    ? undefined
    : Json<Content<Success<R>>>
  : never;

type Part<O, N extends string> = O extends { parameters: { [K in N]?: infer T } } ? Exclude<T, undefined> : never;
type InPath<O> = [Part<O, "path">] extends [never] ? unknown : { readonly path: Part<O, "path"> };
type InQuery<O> = [Part<O, "query">] extends [never] ? unknown : { readonly query?: Part<O, "query"> };
type InBody<O> = O extends { requestBody: { content: infer C } }
  ? { readonly body: C extends { "application/json": infer J } ? J : string }
  : O extends { requestBody?: { content: { "application/json": infer J } } }
    ? { readonly body?: J }
    : unknown;

interface Further {
  /** The idempotency key, by default a random one. */
  readonly key?: string;
  /** Such as `Ludolog-Invitation` or `If-Match`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What an operation needs. */
export type Input<O> = InPath<O> & InQuery<O> & InBody<O> & Further;
type Optional<I> = Record<never, never> extends I ? [input?: I] : [input: I];
type Arguments<O> = Optional<Input<O>>;
type StreamInput<O> = Input<O> & { readonly signal?: AbortSignal };

type Item<O> = Reply<O> extends { items: readonly (infer T)[] } ? T : never;
/** The paths of lists that have pages. */
export type Lists = {
  [P in PathsOf<"get">]: Reply<Operation<"get", P>> extends { items: readonly unknown[] } ? P : never;
}[PathsOf<"get">];

/** What a bot has to know for one decision. */
export interface Turn {
  /** The title. */
  readonly ruleset: string;
  readonly seat: number;
  /** The table as the seat sees it. */
  readonly view: Schemas["AnyView"];
  /** All legal commands. */
  readonly choices: readonly Schemas["ChoiceReply"][];
}

/** How much more than the least `randomCommand` bids: high numbers are seldom bluffs. */
const HIGHEST = 3;

/** A client of one server, as one player. */
export class Client extends Requests {
  get<P extends PathsOf<"get">>(path: P, ...[input]: Arguments<Operation<"get", P>>): Promise<Reply<Operation<"get", P>>> {
    return this.call("GET", path, input);
  }

  post<P extends PathsOf<"post">>(
    path: P,
    ...[input]: Arguments<Operation<"post", P>>
  ): Promise<Reply<Operation<"post", P>>> {
    return this.call("POST", path, input);
  }

  put<P extends PathsOf<"put">>(path: P, ...[input]: Arguments<Operation<"put", P>>): Promise<Reply<Operation<"put", P>>> {
    return this.call("PUT", path, input);
  }

  delete<P extends PathsOf<"delete">>(
    path: P,
    ...[input]: Arguments<Operation<"delete", P>>
  ): Promise<Reply<Operation<"delete", P>>> {
    return this.call("DELETE", path, input);
  }

  /** Iterate over the items of a list, page after page. */
  list<P extends Lists>(path: P, ...[input]: Arguments<Operation<"get", P>>): AsyncGenerator<Item<Operation<"get", P>>> {
    return this.items(filled(path, input), input ?? {}) as AsyncGenerator<Item<Operation<"get", P>>>;
  }

  /** Follow a stream; `signal` ends it from outside. */
  stream<P extends keyof StreamData>(
    path: P,
    ...[input]: Optional<StreamInput<Operation<"get", P>>>
  ): Stream<StreamData[P]> {
    const { query = {}, headers = {}, signal } = (input ?? {}) as Sent & { signal?: AbortSignal };
    return new Stream(this, filled(path, input), query, headers, signal);
  }

  /**
   * Play the own seat of a game to its end, and return the result.
   *
   * `choose` returns a command. A command against the rules throws `problems.Refused`.
   */
  async play(
    game: string,
    choose: (turn: Turn) => Schemas["AnyCommand"] | Promise<Schemas["AnyCommand"]>,
  ): Promise<Schemas["Result"]> {
    const path = { game };
    const state = await this.get("/v1/games/{game}", { path });
    let answered = 0;
    for await (const { data } of this.stream("/v1/games/{game}/stream", { path, query: { cursor: state.version } })) {
      if (!("own" in data)) continue;
      const { own, version } = data;
      // after an interruption the stream repeats the question, also one that has been answered since
      if (!own?.choices?.length || version < answered) continue;
      const view = await this.get("/v1/games/{game}/view", { path, query: { at: version } });
      const command = await choose({ ruleset: state.ruleset, seat: own.seat, view, choices: own.choices });
      try {
        const accepted = await this.post("/v1/games/{game}/commands", { path, body: { decision: own.id, command } });
        answered = accepted.receipt.version;
      } catch (error) {
        // the clock, a ruling or another program of this player was faster: the stream has what is next
        if (![DecisionClosed, GameNotRunning, GamePaused].some((Known) => error instanceof Known)) throw error;
      }
    }
    return this.get("/v1/games/{game}/result", { path });
  }

  private call<T>(method: string, path: string, input: unknown): Promise<T> {
    return this.ask(method, filled(path, input), (input ?? {}) as Sent) as Promise<T>;
  }
}

/** Return a path with the values of its parameters. */
function filled(path: string, input: unknown): string {
  const values = ((input ?? {}) as { path?: Record<string, unknown> }).path ?? {};
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

/** Return a legal command, at random: never one that takes others back, because a game would not end. */
export function randomCommand(choices: readonly Schemas["ChoiceReply"][]): Schemas["AnyCommand"] {
  const allowed = choices.filter(({ command }) => !command.type.endsWith(".take_back"));
  const choice = allowed[Math.floor(Math.random() * allowed.length)];
  if (choice === undefined) throw new RangeError("there is no choice");
  const { command, range } = choice;
  if (!range) return command;
  // one choice stands for a range of numbers, which are all legal
  const number = range.min + Math.floor(Math.random() * (Math.min(range.max - range.min, HIGHEST) + 1));
  return { ...command, [range.field]: number };
}
