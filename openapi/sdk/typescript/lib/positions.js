// What has been seen of a service with replicas, so that its next reply shows that at least.
/** The header with what a reply shows, and in a request with what the client has seen: `log.accounts`. */
export const POSITION = "Ludolog-Position";
const ALL = new Map();
/** The position of one server that all clients in this process have seen. Services without replicas say none. */
export class Positions {
    /** How often it was forgotten. */
    forgotten = 0;
    log = 0;
    accounts = 0;
    isKnown = false;
    /** Return the position of a server: what one client has changed, another one in this process sees. */
    static of(server) {
        const found = ALL.get(server) ?? new Positions();
        ALL.set(server, found);
        return found;
    }
    /** What a read says that it has seen; undefined: its reply shows all. */
    get seen() {
        return this.isKnown ? `${this.log}.${this.accounts}` : undefined;
    }
    /**
     * Note what a reply shows, null if it does not say it: after a change, the next reply has to show all.
     *
     * `before` is `forgotten` when the request was sent: its reply does not bring back what was forgotten since.
     */
    note(before, text, isRead) {
        const [, log, accounts] = /^(\d+)\.(\d+)$/.exec(text ?? "") ?? [];
        if (log === undefined || accounts === undefined) {
            if (!isRead)
                this.forget();
        }
        else if (before === this.forgotten) {
            this.log = Math.max(this.isKnown ? this.log : 0, Number(log));
            this.accounts = Math.max(this.isKnown ? this.accounts : 0, Number(accounts));
            this.isKnown = true;
        }
    }
    /** Forget what was seen, after something newer was learnt in another way: the next reply shows all. */
    forget() {
        this.isKnown = false;
        this.forgotten += 1;
    }
}
