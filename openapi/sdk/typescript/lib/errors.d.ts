/** The base of all errors of this package. */
export declare class LudologError extends Error {
    constructor(message: string);
}
/** No whole answer in time. A change may have been executed: send it again with the same key. */
export declare class NoAnswer extends LudologError {
}
/**
 * A receipt or an event contradicts its signature, the hash chain, or what the service has sent before.
 * Keep the receipts: they are the evidence.
 */
export declare class ReceiptError extends LudologError {
}
/** The person, or the authorization server, refuses (RFC 6749 5.2). `code` is the value of `error`. */
export declare class AuthorizationError extends LudologError {
    readonly code: string;
    constructor(code: string, description?: string);
}
/** A problem document (RFC 9457), with the further members of its code: such as `legal` of `refused`. */
export interface ProblemDocument {
    readonly code: string;
    readonly detail: string;
    readonly [member: string]: unknown;
}
/** The service refuses a request. */
export declare class Problem extends LudologError {
    readonly status: number;
    readonly document: ProblemDocument;
    readonly retryAfter: number | null;
    /** The code of a subclass. */
    static readonly code: string;
    readonly code: string;
    readonly detail: string;
    constructor(status: number, document: ProblemDocument, retryAfter?: number | null);
}
