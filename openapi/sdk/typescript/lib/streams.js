// Streams that resume: server-sent events by `fetch`, over connections that may end at any byte.
import { NoAnswer } from "./errors.js";
import { AGAIN, Patience } from "./retrying.js";
/** Milliseconds without a byte after which a connection is dead. The server sends a heartbeat every 15 seconds. */
const SILENCE = 40_000;
/** The event by which `EventSource`, which cannot see comments, notices that a connection lives. */
const HEARTBEAT = "heartbeat";
/**
 * The events of a stream, each once, as long as it is open.
 *
 * If the connection ends, or nothing comes for 40 seconds, iteration continues after the last event. The stream of a
 * game ends with the game; the others do not end. Iteration throws a Problem if the stream is refused.
 */
export class Stream {
    requests;
    path;
    query;
    headers;
    signal;
    /** The id of the last event: store it, and pass it as `cursor` to go on in another process. */
    cursor = null;
    isOver = false;
    constructor(requests, path, query, headers, signal) {
        this.requests = requests;
        this.path = path;
        this.query = query;
        this.headers = headers;
        this.signal = signal;
    }
    async *[Symbol.asyncIterator]() {
        const patience = new Patience(this.requests.patience, this.signal);
        while (!this.isOver) {
            const connection = new AbortController();
            const stop = () => connection.abort();
            this.signal?.addEventListener("abort", stop);
            try {
                const chunks = await this.opened(connection, patience);
                if (chunks)
                    for await (const event of parsed(chunks))
                        yield* this.delivered(event, patience);
                // without `follow`, the end of the stream is not an interruption
                if (chunks && this.query["follow"] === false)
                    this.isOver = true;
            }
            finally {
                this.signal?.removeEventListener("abort", stop);
                connection.abort();
            }
            if (!this.isOver)
                await patience.wait(new NoAnswer(`no stream from ${this.requests.server}`));
        }
    }
    async *delivered(event, patience) {
        if (event.id !== null) {
            this.cursor = event.id;
            patience.goesOn();
        }
        const { receipts } = this.requests;
        if (event.event === "message")
            await receipts.see(event.data);
        if (event.event === "statement") {
            // the signed head is the last event of a game
            this.isOver = true;
            await receipts.read({ certificate: event.data }, new Map(), true);
        }
        if (event.event === HEARTBEAT)
            return;
        // an event does not say its position
        this.requests.positions.forget();
        yield event;
    }
    /** Return the body of a connection, which ends where the connection does; null if there is none. */
    async opened(connection, patience) {
        const { requests, cursor } = this;
        const query = cursor === null ? this.query : { ...this.query, cursor: undefined, after: undefined };
        const position = cursor === null ? undefined : { "Last-Event-ID": cursor };
        const { token } = requests;
        const headers = requests.signed({ Accept: "text/event-stream", ...this.headers, ...position }, token);
        let timer = setTimeout(() => connection.abort(), SILENCE);
        const answer = await fetch(requests.url(this.path, query), { headers, signal: connection.signal }).catch(() => null);
        clearTimeout(timer);
        if (answer === null)
            return null;
        if (!answer.ok) {
            const problem = await requests.problemIn(answer);
            if (answer.status === 401 && (await requests.renew(token)))
                return null;
            if (!AGAIN.has(answer.status))
                throw problem;
            await patience.wait(problem, problem.retryAfter);
            return null;
        }
        this.isOver = answer.status === 204;
        return body(answer);
        async function* body({ body }) {
            const reader = body?.getReader();
            for (;;) {
                timer = setTimeout(() => connection.abort(), SILENCE);
                const part = await reader?.read().catch(() => undefined);
                clearTimeout(timer);
                if (part?.value === undefined)
                    return;
                patience.isAnswered();
                yield part.value;
            }
        }
    }
}
/** Yield the events in a body. An event whose end is missing is not yielded. */
export async function* parsed(chunks) {
    const decoder = new TextDecoder();
    let rest = "";
    let fields = new Map();
    for await (const chunk of chunks) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines.map((each) => each.replace(/\r$/, ""))) {
            if (line) {
                const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
                const before = name === "data" ? fields.get(name) : undefined;
                fields.set(name, before === undefined ? value : `${before}\n${value}`);
                continue;
            }
            const data = fields.get("data");
            const [id, event] = [fields.get("id") ?? null, fields.get("event") ?? "message"];
            fields = new Map();
            if (data !== undefined)
                yield { id, event, data: (data ? JSON.parse(data) : null) };
        }
    }
}
