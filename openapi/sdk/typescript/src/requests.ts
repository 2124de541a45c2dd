// Requests that are sent again until there is an answer, and lists as iteration.

import { NoAnswer, Problem, type ProblemDocument } from "./errors.js";
import { refreshed, type Grant } from "./oauth.js";
import { POSITION, Positions } from "./positions.js";
import { PROBLEMS } from "./problems.js";
import { keysIn, Receipts, type Kept, type Keys } from "./receipts.js";
import { AGAIN, Patience } from "./retrying.js";

/** Milliseconds for which a request may be silent. The longest `wait` is 30 seconds. */
const TIMEOUT = 45_000;

/** How a client is made. */
export interface Options {
  readonly token?: string | undefined;
  /** What a person has allowed (`signedIn`), in place of a token. */
  readonly grant?: Grant | undefined;
  /** Stores the grant that replaces `grant`. */
  readonly onRefresh?: (grant: Grant) => unknown;
  /** Stores a further receipt. */
  readonly onReceipt?: (receipt: Kept) => unknown;
  /** The receipts of an earlier run. */
  readonly receipts?: Iterable<Kept>;
  /** Whether receipts are checked, which needs Ed25519 in the browser and a secure context. By default they are. */
  readonly check?: boolean;
  /** Public keys in hex by their ids, in place of those that the server publishes. */
  readonly trusted?: Keys;
  /** The seconds for which a request, or the connection of a stream, is tried again: by default 60. */
  readonly patience?: number;
  /** The language of texts for people, such as `de`. */
  readonly lang?: string;
}

/** What is sent with a request. */
export interface Sent {
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  /** The idempotency key, by default a random one. */
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Sends requests to one server as one player. */
export class Requests {
  readonly server: string;
  readonly patience: number;
  readonly receipts: Receipts;
  readonly positions: Positions;
  token: string | undefined;
  private grant: Grant | undefined;
  private refreshing: Promise<boolean> | undefined;

  constructor(
    server: string,
    private readonly options: Options = {},
  ) {
    if (!/^https?:\/\//.test(server)) throw new TypeError(`${server} is no address of a server: begin it with http`);
    this.server = server.replace(/\/+$/, "");
    this.positions = Positions.of(this.server);
    this.patience = options.patience ?? 60;
    this.grant = options.grant;
    this.token = options.grant?.accessToken ?? options.token;
    const { trusted, receipts, onReceipt, check } = options;
    const published = async (): Promise<Keys> =>
      keysIn(JSON.parse((await this.request("GET", "/.well-known/jwks.json")).text));
    this.receipts = new Receipts(trusted ? async () => trusted : published, receipts, onReceipt, check);
  }

  /**
   * Send a request until there is a whole answer, and return it. Throws a Problem, or NoAnswer after `patience`.
   *
   * A change has an idempotency key: however often it is sent, it is executed once.
   */
  async request(method: string, path: string, sent: Sent = {}): Promise<{ answer: Response; text: string }> {
    const headers: Record<string, string> = { ...sent.headers };
    if (this.options.lang) headers["Accept-Language"] = this.options.lang;
    if (method !== "GET") headers["Idempotency-Key"] = sent.key ?? randomKey();
    if (sent.body !== undefined) headers["Content-Type"] ??= "application/json";
    const body = sent.body === undefined || typeof sent.body === "string" ? sent.body : JSON.stringify(sent.body);
    const patience = new Patience(this.patience);
    const isRead = method === "GET";
    for (;;) {
      const { token } = this;
      const { forgotten, seen } = this.positions;
      const said = isRead && seen !== undefined ? { [POSITION]: seen } : undefined;
      let found: { answer: Response; text: string };
      try {
        const signal = AbortSignal.timeout(TIMEOUT);
        const signed = this.signed({ ...headers, ...said }, token);
        const init = { method, headers: signed, signal, ...(body === undefined ? {} : { body }) };
        const answer = await fetch(this.url(path, sent.query), init);
        found = { answer, text: await answer.text() };
        // of an answer without a length, the end may be missing
        if (answer.ok && isJson(answer)) JSON.parse(found.text);
      } catch (error) {
        this.positions.note(forgotten, null, isRead);
        await patience.wait(new NoAnswer(`no whole answer from ${this.server}: ${String(error)}`));
        continue;
      }
      const { answer, text } = found;
      this.positions.note(forgotten, answer.headers.get(POSITION), isRead);
      if (answer.ok) return found;
      const problem = await this.problemIn(answer, text);
      if (answer.status === 401 && (await this.renew(token))) continue;
      if (!AGAIN.has(answer.status)) throw problem;
      await patience.wait(problem, problem.retryAfter);
    }
  }

  /** Let the next replies show all, after you have learnt of something newer elsewhere, such as by a webhook. */
  forgetPosition(): void {
    this.positions.forget();
  }

  /** Return the reply of an operation: JSON, text of another type, or undefined. Its receipts are checked. */
  async ask(method: string, path: string, sent: Sent = {}): Promise<unknown> {
    const known = this.receipts.versions();
    const { answer, text } = await this.request(method, path, sent);
    if (!text) return undefined;
    if (!isJson(answer)) return text;
    const reply: unknown = JSON.parse(text);
    await this.receipts.read(reply, known, answer.headers.has("Idempotency-Replayed"));
    return reply;
  }

  /** Yield the items of a list, page after page. */
  async *items(path: string, sent: Sent): AsyncGenerator<unknown, void, undefined> {
    let position: unknown;
    do {
      const query = position === undefined ? sent.query : { ...sent.query, cursor: position };
      const page = (await this.ask("GET", path, { ...sent, query })) as { items: unknown[]; next?: unknown };
      yield* page.items;
      position = page.items.length ? page.next : null;
    } while (position !== null && position !== undefined);
  }

  /** Return the address of a path. */
  url(path: string, query: Readonly<Record<string, unknown>> = {}): string {
    const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
    const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
    return `${this.server}${path}${text && `?${text}`}`;
  }

  /** Return headers with the token. */
  signed(headers: Readonly<Record<string, string>>, token: string | undefined): Record<string, string> {
    return token ? { ...headers, Authorization: `Bearer ${token}` } : { ...headers };
  }

  /** Return the problem that an answer describes: an instance of the class of its code, if this release knows it. */
  async problemIn(answer: Response, read?: string): Promise<Problem> {
    const text = read ?? (await answer.text().catch(() => ""));
    let document: ProblemDocument = { code: "", detail: text.slice(0, 200) };
    try {
      const found = JSON.parse(text) as ProblemDocument;
      if (typeof found.code === "string") document = found;
    } catch {
      // between the client and the service, a proxy has answered
    }
    const wanted = answer.headers.get("Retry-After") ?? "";
    const OfCode = PROBLEMS.find(({ code }) => code === document.code) ?? Problem;
    return new OfCode(answer.status, document, /^\d+$/.test(wanted) ? Number(wanted) : null);
  }

  /** Return whether there is another token than the one that was refused: the grant is refreshed if it can be. */
  async renew(refused: string | undefined): Promise<boolean> {
    if (this.token !== refused) return true;
    this.refreshing ??= this.refresh().finally(() => (this.refreshing = undefined));
    return this.refreshing;
  }

  private async refresh(): Promise<boolean> {
    if (!this.grant?.refreshToken) return false;
    this.grant = await refreshed(this.grant);
    this.token = this.grant.accessToken;
    await this.options.onRefresh?.(this.grant);
    return true;
  }
}

const isJson = (answer: Response): boolean =>
  /^application\/([a-z-]+\+)?json\b/.test(answer.headers.get("Content-Type") ?? "");

/** Return a key that is as secret as the token that a sign-up returns. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
