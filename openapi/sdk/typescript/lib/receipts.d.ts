/** A receipt, or a certificate or signed head, as it was sent. */
export type Kept = Readonly<Record<string, unknown>>;
/** Public keys in hex by their ids. */
export type Keys = Readonly<Record<string, string>>;
/** An event of a game with the head of the chain. */
interface Entry {
    readonly record: {
        readonly game: string;
        readonly version: number;
    };
    readonly head: string;
}
/** The receipts of one client, and the heads that it has seen. */
export declare class Receipts {
    private readonly publicKeys;
    private readonly onKept?;
    private readonly isChecked;
    /** The receipts and certificates, as they were sent. */
    readonly kept: Kept[];
    private readonly heads;
    private readonly last;
    private readonly signatures;
    private keys;
    /** `earlier` are those of another run; `onKept` stores a further one. `isChecked` false: they are only kept. */
    constructor(publicKeys: () => Promise<Keys>, earlier?: Iterable<Kept>, onKept?: ((item: Kept) => unknown) | undefined, isChecked?: boolean);
    /** Return the last version that is known of each game. */
    versions(): ReadonlyMap<string, number>;
    /** Link an event to those before it. Throws ReceiptError. */
    see(entry: Entry): Promise<void>;
    /**
     * Check and keep what a reply contains: events, a receipt, a certificate or signed head. Throws ReceiptError.
     *
     * `known` are the versions before the request was sent: a new command comes after them.
     */
    read(reply: unknown, known: ReadonlyMap<string, number>, isRepeated: boolean): Promise<void>;
    private keep;
    private check;
    private key;
    private note;
}
/** Return the keys of a JWK set (RFC 8037) in hex. */
export declare function keysIn(set: {
    readonly keys: readonly {
        readonly kid: string;
        readonly x: string;
    }[];
}): Keys;
export {};
