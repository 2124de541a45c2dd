// What can go wrong. `problems` has a class for each code of a problem document.
/** The base of all errors of this package. */
export class LudologError extends Error {
    constructor(message) {
        super(message);
        this.name = new.target.name;
    }
}
/** No whole answer in time. A change may have been executed: send it again with the same key. */
export class NoAnswer extends LudologError {
}
/**
 * A receipt or an event contradicts its signature, the hash chain, or what the service has sent before.
 * Keep the receipts: they are the evidence.
 */
export class ReceiptError extends LudologError {
}
/** The person, or the authorization server, refuses (RFC 6749 5.2). `code` is the value of `error`. */
export class AuthorizationError extends LudologError {
    code;
    constructor(code, description = "") {
        super(description ? `${code}: ${description}` : code);
        this.code = code;
    }
}
/** The service refuses a request. */
export class Problem extends LudologError {
    status;
    document;
    retryAfter;
    /** The code of a subclass. */
    static code = "";
    code;
    detail;
    constructor(status, document, retryAfter = null) {
        super(`${status} ${document.code}: ${document.detail}`);
        this.status = status;
        this.document = document;
        this.retryAfter = retryAfter;
        this.code = document.code;
        this.detail = document.detail;
    }
}
