// A client of the board-game service Ludolog: requests that count once, streams that resume, receipts that are checked.

export { Client, randomCommand, type Input, type Lists, type PathsOf, type Reply, type Schemas, type Turn } from "./client.js";
export { AuthorizationError, LudologError, NoAnswer, Problem, ReceiptError, type ProblemDocument } from "./errors.js";
export { refreshed, revoke, signedIn, signIn, type Asked, type Grant } from "./oauth.js";
export * as problems from "./problems.js";
export { Receipts, type Kept, type Keys } from "./receipts.js";
export type { Options, Sent } from "./requests.js";
export { Stream, type StreamEvent } from "./streams.js";
export type { StreamData } from "./stream_data.js";
export type { components, operations, paths } from "../api.js";
