import { Problem } from "./errors.js";
import { type Grant } from "./oauth.js";
import { Positions } from "./positions.js";
import { Receipts, type Kept, type Keys } from "./receipts.js";
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
export declare class Requests {
    private readonly options;
    readonly server: string;
    readonly patience: number;
    readonly receipts: Receipts;
    readonly positions: Positions;
    token: string | undefined;
    private grant;
    private refreshing;
    constructor(server: string, options?: Options);
    /**
     * Send a request until there is a whole answer, and return it. Throws a Problem, or NoAnswer after `patience`.
     *
     * A change has an idempotency key: however often it is sent, it is executed once.
     */
    request(method: string, path: string, sent?: Sent): Promise<{
        answer: Response;
        text: string;
    }>;
    /** Let the next replies show all, after you have learnt of something newer elsewhere, such as by a webhook. */
    forgetPosition(): void;
    /** Return the reply of an operation: JSON, text of another type, or undefined. Its receipts are checked. */
    ask(method: string, path: string, sent?: Sent): Promise<unknown>;
    /** Yield the items of a list, page after page. */
    items(path: string, sent: Sent): AsyncGenerator<unknown, void, undefined>;
    /** Return the address of a path. */
    url(path: string, query?: Readonly<Record<string, unknown>>): string;
    /** Return headers with the token. */
    signed(headers: Readonly<Record<string, string>>, token: string | undefined): Record<string, string>;
    /** Return the problem that an answer describes: an instance of the class of its code, if this release knows it. */
    problemIn(answer: Response, read?: string): Promise<Problem>;
    /** Return whether there is another token than the one that was refused: the grant is refreshed if it can be. */
    renew(refused: string | undefined): Promise<boolean>;
    private refresh;
}
