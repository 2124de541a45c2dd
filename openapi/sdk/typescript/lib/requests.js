// Requests that are sent again until there is an answer, and lists as iteration.
import { NoAnswer, Problem } from "./errors.js";
import { refreshed } from "./oauth.js";
import { POSITION, Positions } from "./positions.js";
import { PROBLEMS } from "./problems.js";
import { keysIn, Receipts } from "./receipts.js";
import { AGAIN, Patience } from "./retrying.js";
/** Milliseconds for which a request may be silent. The longest `wait` is 30 seconds. */
const TIMEOUT = 45_000;
/** Sends requests to one server as one player. */
export class Requests {
    options;
    server;
    patience;
    receipts;
    positions;
    token;
    grant;
    refreshing;
    constructor(server, options = {}) {
        this.options = options;
        if (!/^https?:\/\//.test(server))
            throw new TypeError(`${server} is no address of a server: begin it with http`);
        this.server = server.replace(/\/+$/, "");
        this.positions = Positions.of(this.server);
        this.patience = options.patience ?? 60;
        this.grant = options.grant;
        this.token = options.grant?.accessToken ?? options.token;
        const { trusted, receipts, onReceipt, check } = options;
        const published = async () => keysIn(JSON.parse((await this.request("GET", "/.well-known/jwks.json")).text));
        this.receipts = new Receipts(trusted ? async () => trusted : published, receipts, onReceipt, check);
    }
    /**
     * Send a request until there is a whole answer, and return it. Throws a Problem, or NoAnswer after `patience`.
     *
     * A change has an idempotency key: however often it is sent, it is executed once.
     */
    async request(method, path, sent = {}) {
        const headers = { ...sent.headers };
        if (this.options.lang)
            headers["Accept-Language"] = this.options.lang;
        if (method !== "GET")
            headers["Idempotency-Key"] = sent.key ?? randomKey();
        if (sent.body !== undefined)
            headers["Content-Type"] ??= "application/json";
        const body = sent.body === undefined || typeof sent.body === "string" ? sent.body : JSON.stringify(sent.body);
        const patience = new Patience(this.patience);
        const isRead = method === "GET";
        for (;;) {
            const { token } = this;
            const { forgotten, seen } = this.positions;
            const said = isRead && seen !== undefined ? { [POSITION]: seen } : undefined;
            let found;
            try {
                const signal = AbortSignal.timeout(TIMEOUT);
                const signed = this.signed({ ...headers, ...said }, token);
                const init = { method, headers: signed, signal, ...(body === undefined ? {} : { body }) };
                const answer = await fetch(this.url(path, sent.query), init);
                found = { answer, text: await answer.text() };
                // of an answer without a length, the end may be missing
                if (answer.ok && isJson(answer))
                    JSON.parse(found.text);
            }
            catch (error) {
                this.positions.note(forgotten, null, isRead);
                await patience.wait(new NoAnswer(`no whole answer from ${this.server}: ${String(error)}`));
                continue;
            }
            const { answer, text } = found;
            this.positions.note(forgotten, answer.headers.get(POSITION), isRead);
            if (answer.ok)
                return found;
            const problem = await this.problemIn(answer, text);
            if (answer.status === 401 && (await this.renew(token)))
                continue;
            if (!AGAIN.has(answer.status))
                throw problem;
            await patience.wait(problem, problem.retryAfter);
        }
    }
    /** Let the next replies show all, after you have learnt of something newer elsewhere, such as by a webhook. */
    forgetPosition() {
        this.positions.forget();
    }
    /** Return the reply of an operation: JSON, text of another type, or undefined. Its receipts are checked. */
    async ask(method, path, sent = {}) {
        const known = this.receipts.versions();
        const { answer, text } = await this.request(method, path, sent);
        if (!text)
            return undefined;
        if (!isJson(answer))
            return text;
        const reply = JSON.parse(text);
        await this.receipts.read(reply, known, answer.headers.has("Idempotency-Replayed"));
        return reply;
    }
    /** Yield the items of a list, page after page. */
    async *items(path, sent) {
        let position;
        do {
            const query = position === undefined ? sent.query : { ...sent.query, cursor: position };
            const page = (await this.ask("GET", path, { ...sent, query }));
            yield* page.items;
            position = page.items.length ? page.next : null;
        } while (position !== null && position !== undefined);
    }
    /** Return the address of a path. */
    url(path, query = {}) {
        const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
        const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
        return `${this.server}${path}${text && `?${text}`}`;
    }
    /** Return headers with the token. */
    signed(headers, token) {
        return token ? { ...headers, Authorization: `Bearer ${token}` } : { ...headers };
    }
    /** Return the problem that an answer describes: an instance of the class of its code, if this release knows it. */
    async problemIn(answer, read) {
        const text = read ?? (await answer.text().catch(() => ""));
        let document = { code: "", detail: text.slice(0, 200) };
        try {
            const found = JSON.parse(text);
            if (typeof found.code === "string")
                document = found;
        }
        catch {
            // between the client and the service, a proxy has answered
        }
        const wanted = answer.headers.get("Retry-After") ?? "";
        const OfCode = PROBLEMS.find(({ code }) => code === document.code) ?? Problem;
        return new OfCode(answer.status, document, /^\d+$/.test(wanted) ? Number(wanted) : null);
    }
    /** Return whether there is another token than the one that was refused: the grant is refreshed if it can be. */
    async renew(refused) {
        if (this.token !== refused)
            return true;
        this.refreshing ??= this.refresh().finally(() => (this.refreshing = undefined));
        return this.refreshing;
    }
    async refresh() {
        if (!this.grant?.refreshToken)
            return false;
        this.grant = await refreshed(this.grant);
        this.token = this.grant.accessToken;
        await this.options.onRefresh?.(this.grant);
        return true;
    }
}
const isJson = (answer) => /^application\/([a-z-]+\+)?json\b/.test(answer.headers.get("Content-Type") ?? "");
/** Return a key that is as secret as the token that a sign-up returns. */
const randomKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
