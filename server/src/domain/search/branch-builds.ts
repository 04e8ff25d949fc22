import { AppError } from "@cairn/contract/errors";

import { unlessAborted } from "#server/platform/git/process/unless-aborted.ts";

/** Builds that run at once in this process; each keeps a processor busy. Others wait for their turn. */
const maxAtOnce = 2;
/** A build that nobody waits for any more must not run for ever. */
const maxBuildMs = 15 * 60_000;

/** Builds of one group that wait for their turn; beyond, the newest push out the oldest. */
const maxWaitingOfGroup = 3;

interface Build {
  /** Null for one that is never pushed out. */
  group: string | null;
  hasBegun: boolean;
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
 * told to retry later. A run that everybody left before that is stopped. Of a `group` only the newest runs wait for their
 * turn: those who wait for one that is pushed out are told to retry.
 */
export async function buildOnce(
  directory: string,
  wait: { maxWaitMs: number; signal: AbortSignal; group?: string },
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  // One that was stopped is still writing its last.
  for (let last = builds.get(directory); last?.stop.signal.aborted; last = builds.get(directory)) {
    await last.done.catch(() => undefined);
  }
  const build = builds.get(directory) ?? start(directory, wait.group ?? null, work);
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

function start(directory: string, group: string | null, work: (signal: AbortSignal) => Promise<void>): Build {
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(maxBuildMs)]);
  const begin = (within: AbortSignal): Promise<void> => {
    build.hasBegun = true;
    return work(within);
  };
  const done = inTurn(signal, begin).finally(() => {
    if (builds.get(directory) === build) builds.delete(directory);
  });
  // Everybody may have left.
  done.catch(() => undefined);
  const build: Build = { group, hasBegun: false, done, stop, waiters: 0, isPromised: false };
  builds.set(directory, build);
  pushOutOldest(group);
  return build;
}

function pushOutOldest(group: string | null): void {
  if (group === null) return;
  const waiting = [...builds.values()].filter(
    (one) => one.group === group && !one.hasBegun && !one.stop.signal.aborted,
  );
  const message = "Newer states of this repository are being indexed. Try again in a moment.";
  for (const one of waiting.slice(0, -maxWaitingOfGroup)) one.stop.abort(new AppError("unavailable", { message }));
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
