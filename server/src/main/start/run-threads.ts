import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";

import type { RunHost } from "#server/domain/implementations/phases/run-host.ts";
import type { WorkedRun } from "#server/domain/implementations/runs/work-on-run.ts";

import { answerThread, type HostQuestion } from "./run-host-messages.ts";
import type { RunOrder, RunThreadData, RunThreadEnd } from "./run-thread.ts";

const threadProgram = new URL("./run-thread.ts", import.meta.url);
/** What a thread loads takes more memory than what its runs do, which mostly wait for commands and models. */
const runsPerThread = 20;
/** A thread that is told to stop ends its processes in this time. */
const stopGraceMs = 3_000;
/** Starting one takes a second; nobody is to wait for it before each run. */
const idleMs = 60_000;
/** Without a limit of its own a thread that takes too much would end the whole process. */
const resourceLimits = { maxOldGenerationSizeMb: 1_024 };

interface ThreadOfRuns {
  worker: Worker;
  isAlone: boolean;
  /** How its runs are told that they are over, by number. */
  runs: Map<number, (outcome: WorkedRun | null) => void>;
  idle: NodeJS.Timeout | null;
}

export interface RunThreads {
  /** Works on a run. Null when it was stopped or broke off; what it started has ended then. */
  work(order: Omit<RunOrder, "kind" | "number">, signal: AbortSignal): Promise<WorkedRun | null>;
  /** Lets go of threads, now or when their runs have ended. */
  close(): Promise<void>;
}

/**
 * The threads in which a process works on runs, several in each. Where a thread breaks off, all its runs are worth another
 * try, and each has a thread to itself from then on: the one that is to blame takes no other with it twice. `onError` is
 * told why it broke off.
 */
export function createRunThreads(
  data: RunThreadData,
  host: RunHost,
  { onError, program = threadProgram }: { onError: (error: unknown) => void; program?: URL },
): RunThreads {
  const pool = createPool((isAlone) => openThread({ data, host, isAlone, program, onError }));
  const suspects = new Set<string>();
  let last = 0;
  return {
    async work(order, signal) {
      const { implementationId } = order.lease;
      last += 1;
      const number = last;
      const thread = pool.take(suspects.delete(implementationId));
      const { promise, resolve } = Promise.withResolvers<WorkedRun | null>();
      thread.runs.set(number, resolve);
      post(thread.worker, { ...order, kind: "begin", number });
      const stop = () => {
        post(thread.worker, { kind: "stop", number });
        setTimeout(() => thread.runs.has(number) && pool.breakOff(thread), stopGraceMs).unref();
      };
      if (signal.aborted) stop();
      signal.addEventListener("abort", stop, { once: true });
      try {
        const outcome = await promise;
        if (outcome === null && !signal.aborted && !pool.has(thread)) suspects.add(implementationId);
        return outcome;
      } finally {
        signal.removeEventListener("abort", stop);
        thread.runs.delete(number);
        await pool.rest(thread);
      }
    },
    close: () => pool.close(),
  };
}

/** Threads that are there; one that ended, or is to, is none of them any more. */
function createPool(open: (isAlone: boolean) => ThreadOfRuns) {
  const threads = new Set<ThreadOfRuns>();
  let isClosing = false;
  const end = async (thread: ThreadOfRuns): Promise<void> => {
    threads.delete(thread);
    const exited = Promise.withResolvers<void>();
    thread.worker.once("exit", () => exited.resolve());
    post(thread.worker, { kind: "close" });
    await Promise.race([exited.promise, wait(stopGraceMs, undefined, { ref: false })]);
    await thread.worker.terminate();
  };
  const add = (isAlone: boolean): ThreadOfRuns => {
    const thread = open(isAlone);
    thread.worker.once("exit", () => threads.delete(thread));
    threads.add(thread);
    return thread;
  };
  return {
    has: (thread: ThreadOfRuns) => threads.has(thread),
    /** One with room, or one to itself. */
    take(isAlone: boolean): ThreadOfRuns {
      const free = [...threads].find((one) => !one.isAlone && one.runs.size < runsPerThread);
      const thread = isAlone || free === undefined ? add(isAlone) : free;
      if (thread.idle !== null) clearTimeout(thread.idle);
      thread.worker.ref();
      return thread;
    },
    /** Ends it with all its runs. */
    breakOff(thread: ThreadOfRuns): void {
      threads.delete(thread);
      void thread.worker.terminate();
    },
    /** Lets it wait for the next run where it has none any more. */
    async rest(thread: ThreadOfRuns): Promise<void> {
      if (thread.runs.size > 0 || !threads.has(thread)) return;
      if (isClosing || thread.isAlone) return await end(thread);
      thread.worker.unref();
      thread.idle = setTimeout(() => void end(thread), idleMs).unref();
    },
    async close(): Promise<void> {
      isClosing = true;
      await Promise.all([...threads].filter(({ runs }) => runs.size === 0).map(end));
    },
  };
}

interface OpenedThread extends Pick<ThreadOfRuns, "isAlone"> {
  data: RunThreadData;
  host: RunHost;
  program: URL;
  onError: (error: unknown) => void;
}

function openThread({ data, host, isAlone, program, onError }: OpenedThread): ThreadOfRuns {
  const worker = new Worker(program, { workerData: data, resourceLimits });
  const thread: ThreadOfRuns = { worker, isAlone, runs: new Map(), idle: null };
  worker.on("message", (message: RunThreadEnd | HostQuestion) => {
    if (message.kind === "end") thread.runs.get(message.number)?.(message.outcome);
    else void answerThread(host, message).then((answer) => post(worker, answer));
  });
  // The exit follows, and tells its runs.
  worker.on("error", onError);
  worker.once("exit", () => {
    for (const resolve of thread.runs.values()) resolve(null);
  });
  return thread;
}

function post(worker: Worker, message: unknown): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  worker.postMessage(message);
}
