import { AppError } from "@cairn/contract/errors";

import { unlessAborted } from "#server/platform/git/process/unless-aborted.ts";

/** Builds that run at once in this process; each keeps a processor busy. Others wait for their turn. */
const maxAtOnce = 2;
/** A build that nobody waits for any more must not run for ever. */
const maxBuildMs = 15 * 60_000;

interface Build {
  done: Promise<void>;
  stop: AbortController;
  /** How many callers wait for its end. */
  waiters: number;
  /** A caller was told to retry: the run continues when nobody waits. */
  isPromised: boolean;
}

/** By folder. */
const builds = new Map<string, Build>();
let running = 0;
const queue: (() => void)[] = [];

/** Whether something is being made in this folder now. */
export function isBuilding(directory: string): boolean {
  return builds.has(directory);
}

/**
 * Runs `work` for this folder, or waits for the run that is under way there. A caller that has waited `maxWaitMs` is
 * told to retry later. A run that everybody left before that is stopped.
 */
export async function buildOnce(
  directory: string,
  wait: { maxWaitMs: number; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  // One that was stopped is still writing its last.
  for (let last = builds.get(directory); last?.stop.signal.aborted; last = builds.get(directory)) {
    await last.done.catch(() => undefined);
  }
  const build = builds.get(directory) ?? start(directory, work);
  build.waiters += 1;
  const timer = new AbortController();
  const timeout = setTimeout(() => {
    build.isPromised = true;
    timer.abort(new AppError("unavailable", { message: "This branch is being indexed. Try again in a moment." }));
  }, wait.maxWaitMs);
  try {
    await unlessAborted(build.done, AbortSignal.any([wait.signal, timer.signal]));
  } finally {
    clearTimeout(timeout);
    build.waiters -= 1;
    if (build.waiters === 0 && !build.isPromised) build.stop.abort();
  }
}

function start(directory: string, work: (signal: AbortSignal) => Promise<void>): Build {
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(maxBuildMs)]);
  const done = inTurn(signal, work).finally(() => {
    if (builds.get(directory) === build) builds.delete(directory);
  });
  // Everybody may have left.
  done.catch(() => undefined);
  const build: Build = { done, stop, waiters: 0, isPromised: false };
  builds.set(directory, build);
  return build;
}

async function inTurn(signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  await takeSlot(signal);
  try {
    signal.throwIfAborted();
    await work(signal);
  } finally {
    running -= 1;
    queue.shift()?.();
  }
}

function isFull(): boolean {
  return running >= maxAtOnce;
}

async function takeSlot(signal: AbortSignal): Promise<void> {
  while (isFull()) {
    const { promise, resolve } = Promise.withResolvers<void>();
    queue.push(resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
    await promise;
    const at = queue.indexOf(resolve);
    if (at !== -1) queue.splice(at, 1);
    // The slot of a caller that has left goes to the next one.
    if (signal.aborted && !isFull()) queue.shift()?.();
    signal.throwIfAborted();
  }
  running += 1;
}
