import { setImmediate } from "node:timers/promises";

/** The process does nothing else meanwhile. */
const turnMs = 10;

interface Bounds {
  /** Ends the work with an error. */
  signal: AbortSignal | undefined;
  /** As `performance.now` counts. */
  deadlineAt: number;
}

/**
 * Settles when the last requested turn begins: of all work in turns, only one runs between two turns of the event loop.
 */
let lastTurn: Promise<void> = Promise.resolve();

/** Keeps the process from being held up by long work, and the work within its time. */
export class Turns {
  private readonly bounds: Bounds;
  /** Long ago: the first turn is waited for, too. */
  private startedAt = -Infinity;

  constructor(bounds: Bounds) {
    this.bounds = bounds;
  }

  isOver(): boolean {
    return performance.now() - this.startedAt > turnMs;
  }

  /** False when the time is up. */
  async next(): Promise<boolean> {
    const turn = lastTurn.then(() => setImmediate());
    lastTurn = turn;
    await turn;
    this.bounds.signal?.throwIfAborted();
    this.startedAt = performance.now();
    return this.startedAt < this.bounds.deadlineAt;
  }
}
