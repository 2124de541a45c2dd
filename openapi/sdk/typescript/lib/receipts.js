// Receipts of commands, kept and checked (domain/ledger/SPEC.md 3 and 6).
//
// Each signature is checked against the keys of the service. Each event of a game is linked to the one before it by
// the hash chain. Two heads for one version, or a receipt for a version that has passed, show that the log was
// rewritten. Whether every step follows from the rules, `ludolog verify` checks at the end, with the receipts.
import { ReceiptError } from "./errors.js";
/** The members of a receipt that its signature covers. */
const SIGNED = ["at", "game", "head", "key_id", "version", "command", "decision"];
const utf8 = new TextEncoder();
/** The receipts of one client, and the heads that it has seen. */
export class Receipts {
    publicKeys;
    onKept;
    isChecked;
    /** The receipts and certificates, as they were sent. */
    kept = [];
    heads = new Map();
    last = new Map();
    signatures = new Set();
    keys = {};
    /** `earlier` are those of another run; `onKept` stores a further one. `isChecked` false: they are only kept. */
    constructor(publicKeys, earlier = [], onKept, isChecked = true) {
        this.publicKeys = publicKeys;
        this.onKept = onKept;
        this.isChecked = isChecked;
        for (const item of earlier) {
            const { game, version, head } = (item["statement"] ?? item);
            this.kept.push(item);
            this.signatures.add(item["signature"]);
            this.note(game, version, head);
        }
    }
    /** Return the last version that is known of each game. */
    versions() {
        return new Map(this.last);
    }
    /** Link an event to those before it. Throws ReceiptError. */
    async see(entry) {
        if (!this.isChecked)
            return;
        const { game, version } = entry.record;
        const before = version > 1 ? this.heads.get(game)?.get(version - 1) : await genesis(game);
        if (before !== undefined && (await sha256(bytesOf(before), canonical(entry.record))) !== entry.head) {
            throw new ReceiptError(`version ${version} of ${game} does not follow from the version before it`);
        }
        this.note(game, version, entry.head);
    }
    /**
     * Check and keep what a reply contains: events, a receipt, a certificate or signed head. Throws ReceiptError.
     *
     * `known` are the versions before the request was sent: a new command comes after them.
     */
    async read(reply, known, isRepeated) {
        if (typeof reply !== "object" || reply === null)
            return;
        const { receipt, certificate, events } = reply;
        if (receipt) {
            for (const entry of events ?? [])
                if (entry.record)
                    await this.see(entry);
            if (!isRepeated && receipt.version <= (known.get(receipt.game) ?? 0)) {
                throw new ReceiptError(`the receipt is for version ${receipt.version}, which has passed`);
            }
            const signed = SIGNED.filter((name) => name in receipt).map((name) => [name, receipt[name]]);
            await this.keep(receipt, Object.fromEntries(signed));
        }
        if (certificate?.signature)
            await this.keep(certificate, certificate.statement);
    }
    async keep(item, statement) {
        if (this.isChecked)
            await this.check(item, statement);
        if (this.signatures.has(item["signature"]))
            return;
        this.signatures.add(item["signature"]);
        this.kept.push(item);
        await this.onKept?.(item);
    }
    async check(item, statement) {
        const { subtle } = crypto;
        const key = await subtle.importKey("raw", await this.key(statement.key_id), "Ed25519", false, ["verify"]);
        if (!(await subtle.verify("Ed25519", key, bytesOf(String(item["signature"])), canonical(statement)))) {
            throw new ReceiptError(`the signature does not fit: ${JSON.stringify(item)}`);
        }
        this.note(statement.game, statement.version, statement.head);
    }
    async key(id) {
        // a service may have a new key
        if (!(id in this.keys))
            this.keys = await this.publicKeys();
        const key = bytesOf(this.keys[id] ?? "");
        if (!(await sha256(key)).startsWith(id))
            throw new ReceiptError(`the service publishes no key ${id}`);
        return key;
    }
    note(game, version, head) {
        const heads = this.heads.get(game) ?? new Map();
        this.heads.set(game, heads);
        if ((heads.get(version) ?? head) !== head) {
            throw new ReceiptError(`version ${version} of ${game} has two heads: the log was rewritten`);
        }
        heads.set(version, head);
        this.last.set(game, Math.max(version, this.last.get(game) ?? 0));
    }
}
/** Return the keys of a JWK set (RFC 8037) in hex. */
export function keysIn(set) {
    const hex = (x) => hexOf(Uint8Array.from(atob(x.replace(/-/g, "+").replace(/_/g, "/")), codeOf));
    return Object.fromEntries(set.keys.map(({ kid, x }) => [kid, hex(x)]));
}
const codeOf = (character) => character.charCodeAt(0);
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
async function sha256(...parts) {
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
        whole.set(part, at);
        at += part.length;
    }
    return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", whole)));
}
const genesis = (game) => sha256(utf8.encode("ludolog/chain/1"), bytesOf(game.replaceAll("-", "")));
/** Return JSON in canonical form (RFC 8785). */
function canonical(value) {
    const sorted = (_, part) => typeof part === "object" && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
        : part;
    return utf8.encode(JSON.stringify(value, sorted));
}
