import { beforeAll, vi } from "vitest";

/**
 * Answers are cut when looking takes too long, which on a busy machine would be anywhere. Here the clock stands, so that
 * none of these deadlines passes; those of timers do.
 */
beforeAll(() => void vi.useFakeTimers({ toFake: ["performance", "Date"], now: Date.now() }));
