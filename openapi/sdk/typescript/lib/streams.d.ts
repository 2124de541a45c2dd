import type { Requests } from "./requests.js";
/** An event of a stream. */
export interface StreamEvent<D> {
    /** Its position. Events without one, such as `awaiting`, are sent again after an interruption. */
    readonly id: string | null;
    /** Its type; `message` is an event of a game. */
    readonly event: string;
    readonly data: D;
}
/**
 * The events of a stream, each once, as long as it is open.
 *
 * If the connection ends, or nothing comes for 40 seconds, iteration continues after the last event. The stream of a
 * game ends with the game; the others do not end. Iteration throws a Problem if the stream is refused.
 */
export declare class Stream<D> implements AsyncIterable<StreamEvent<D>> {
    private readonly requests;
    private readonly path;
    private readonly query;
    private readonly headers;
    private readonly signal?;
    /** The id of the last event: store it, and pass it as `cursor` to go on in another process. */
    cursor: string | null;
    private isOver;
    constructor(requests: Requests, path: string, query: Readonly<Record<string, unknown>>, headers: Readonly<Record<string, string>>, signal?: AbortSignal | undefined);
    [Symbol.asyncIterator](): AsyncGenerator<StreamEvent<D>, void, undefined>;
    private delivered;
    /** Return the body of a connection, which ends where the connection does; null if there is none. */
    private opened;
}
/** Yield the events in a body. An event whose end is missing is not yielded. */
export declare function parsed<D>(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<StreamEvent<D>>;
