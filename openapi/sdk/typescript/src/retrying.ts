// What is tried again, when, and for how long.

import type { LudologError } from "./errors.js";

/** The statuses after which the same request may succeed. */
export const AGAIN: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
const FIRST_PAUSE = 0.1;
const LAST_PAUSE = 10;

/** How long something is tried again: at growing intervals, until `seconds` after the first failure. */
export class Patience {
  private until: number | null = null;
  private pause = FIRST_PAUSE;

  constructor(
    private readonly seconds: number,
    private readonly signal?: AbortSignal | undefined,
  ) {}

  /** Wait before the next attempt; `wanted` are the seconds of Retry-After. Throws the error if it is too late. */
  async wait(failed: LudologError, wanted: number | null = null): Promise<void> {
    this.signal?.throwIfAborted();
    const now = Date.now() / 1000;
    this.until ??= now + this.seconds;
    // clients that lost the same server do not all come back at once
    const pause = wanted ?? this.pause * (0.5 + Math.random() / 2);
    if (now + pause > this.until) throw failed;
    await new Promise((resolve) => setTimeout(resolve, pause * 1000));
    this.signal?.throwIfAborted();
    this.pause = Math.min(2 * this.pause, LAST_PAUSE);
  }

  /** Begin to count again with the next failure. */
  isAnswered(): void {
    this.until = null;
  }

  /** Begin with the shortest pause, too. */
  goesOn(): void {
    this.until = null;
    this.pause = FIRST_PAUSE;
  }
}
