// A client of the board-game service Ludolog: requests that count once, streams that resume, receipts that are checked.
export { Client, randomCommand } from "./client.js";
export { AuthorizationError, LudologError, NoAnswer, Problem, ReceiptError } from "./errors.js";
export { refreshed, revoke, signedIn, signIn } from "./oauth.js";
export * as problems from "./problems.js";
export { Receipts } from "./receipts.js";
export { Stream } from "./streams.js";
