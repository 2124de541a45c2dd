import type { LudologError } from "./errors.js";
/** The statuses after which the same request may succeed. */
export declare const AGAIN: ReadonlySet<number>;
/** How long something is tried again: at growing intervals, until `seconds` after the first failure. */
export declare class Patience {
    private readonly seconds;
    private readonly signal?;
    private until;
    private pause;
    constructor(seconds: number, signal?: AbortSignal | undefined);
    /** Wait before the next attempt; `wanted` are the seconds of Retry-After. Throws the error if it is too late. */
    wait(failed: LudologError, wanted?: number | null): Promise<void>;
    /** Begin to count again with the next failure. */
    isAnswered(): void;
    /** Begin with the shortest pause, too. */
    goesOn(): void;
}
