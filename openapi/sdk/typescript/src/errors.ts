// What can go wrong. `problems` has a class for each code of a problem document.

/** The base of all errors of this package. */
export class LudologError extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** No whole answer in time. A change may have been executed: send it again with the same key. */
export class NoAnswer extends LudologError {}

/**
 * A receipt or an event contradicts its signature, the hash chain, or what the service has sent before.
 * Keep the receipts: they are the evidence.
 */
export class ReceiptError extends LudologError {}

/** The person, or the authorization server, refuses (RFC 6749 5.2). `code` is the value of `error`. */
export class AuthorizationError extends LudologError {
  constructor(
    readonly code: string,
    description = "",
  ) {
    super(description ? `${code}: ${description}` : code);
  }
}

/** A problem document (RFC 9457), with the further members of its code: such as `legal` of `refused`. */
export interface ProblemDocument {
  readonly code: string;
  readonly detail: string;
  readonly [member: string]: unknown;
}

/** The service refuses a request. */
export class Problem extends LudologError {
  /** The code of a subclass. */
  static readonly code: string = "";
  readonly code: string;
  readonly detail: string;

  constructor(
    readonly status: number,
    readonly document: ProblemDocument,
    readonly retryAfter: number | null = null,
  ) {
    super(`${status} ${document.code}: ${document.detail}`);
    this.code = document.code;
    this.detail = document.detail;
  }
}
