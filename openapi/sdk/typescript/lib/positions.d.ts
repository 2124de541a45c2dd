/** The header with what a reply shows, and in a request with what the client has seen: `log.accounts`. */
export declare const POSITION = "Ludolog-Position";
/** The position of one server that all clients in this process have seen. Services without replicas say none. */
export declare class Positions {
    /** How often it was forgotten. */
    forgotten: number;
    private log;
    private accounts;
    private isKnown;
    /** Return the position of a server: what one client has changed, another one in this process sees. */
    static of(server: string): Positions;
    /** What a read says that it has seen; undefined: its reply shows all. */
    get seen(): string | undefined;
    /**
     * Note what a reply shows, null if it does not say it: after a change, the next reply has to show all.
     *
     * `before` is `forgotten` when the request was sent: its reply does not bring back what was forgotten since.
     */
    note(before: number, text: string | null, isRead: boolean): void;
    /** Forget what was seen, after something newer was learnt in another way: the next reply shows all. */
    forget(): void;
}
