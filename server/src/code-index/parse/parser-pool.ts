import { Worker } from "node:worker_threads";

import { classifyPath } from "../extract/classify-path.ts";
import { unparsedBlob } from "./parse-blob.ts";
import type { ParsedBlob } from "./parse-blob.ts";
import type { ParseAnswer, ParseTask } from "./parse-worker.ts";

/** A batch that takes longer than this has a file in it that never ends. */
const batchLimitMs = 60_000;
/** The same for a file alone. */
const fileLimitMs = 15_000;
/** Idle threads are kept warm this long: loading grammars costs more than parsing the files of a usual push. */
const idleMs = 30_000;
const threadHeapMb = 512;

interface Thread {
  worker: Worker;
  idleTimer: NodeJS.Timeout | null;
}

const idle: Thread[] = [];

/**
 * Parses a batch in a thread of its own. A thread that dies or hangs is replaced and its batch parsed file by file, so
 * that only the file at fault is given up, with the reason.
 */
export async function parseInThread(tasks: ParseTask[], signal?: AbortSignal): Promise<ParsedBlob[]> {
  const outcome = await runBatch(tasks, signal);
  signal?.throwIfAborted();
  const parsed = outcome.parsed ?? [];
  const rest = tasks.slice(parsed.length);
  if (rest.length === 0) return parsed;
  // A broken parser gave its thread up after the file it broke on: the others go on in a fresh one.
  if (parsed.length > 0) return [...parsed, ...(await parseInThread(rest, signal))];
  const [only] = tasks;
  if (tasks.length === 1 && only !== undefined) {
    return [
      unparsedBlob({
        oid: only.oid,
        pathClass: classifyPath(only.path),
        bytes: only.bytes.length,
        problem: outcome.reason,
      }),
    ];
  }
  const results: ParsedBlob[] = [];
  for (const task of tasks) results.push(...(await parseInThread([task], signal)));
  return results;
}

/** `parsed` is null when the thread gave no answer. */
interface Outcome {
  parsed: ParsedBlob[] | null;
  reason: string;
  isThreadLost: boolean;
}

function runBatch(tasks: ParseTask[], signal: AbortSignal | undefined): Promise<Outcome> {
  const thread = takeThread();
  const limitMs = tasks.length === 1 ? fileLimitMs : batchLimitMs;
  return new Promise((resolve) => {
    const finish = (outcome: Outcome): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      thread.worker.removeAllListeners();
      if (outcome.isThreadLost) void thread.worker.terminate();
      else keepThread(thread);
      resolve(outcome);
    };
    const lose = (reason: string): void => finish({ parsed: null, reason, isThreadLost: true });
    const abort = (): void => lose("stopped");
    const timer = setTimeout(() => lose(`parsing took longer than ${limitMs / 1000} s`), limitMs);
    signal?.addEventListener("abort", abort);
    thread.worker.once("message", ({ parsed, isBroken }: ParseAnswer) =>
      finish({ parsed, reason: "", isThreadLost: isBroken }),
    );
    thread.worker.once("error", (error) =>
      lose(`the parser crashed: ${error instanceof Error ? error.message : String(error)}`),
    );
    thread.worker.once("exit", (code) => lose(`the parser ended with code ${code}`));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    thread.worker.postMessage(tasks);
  });
}

function takeThread(): Thread {
  const thread = idle.pop() ?? {
    worker: new Worker(new URL("./parse-worker.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: threadHeapMb },
    }),
    idleTimer: null,
  };
  if (thread.idleTimer !== null) clearTimeout(thread.idleTimer);
  thread.worker.removeAllListeners();
  thread.worker.ref();
  return thread;
}

function keepThread(thread: Thread): void {
  thread.worker.unref();
  thread.worker.once("error", () => forget(thread));
  thread.worker.once("exit", () => forget(thread));
  thread.idleTimer = setTimeout(() => {
    forget(thread);
    void thread.worker.terminate();
  }, idleMs);
  thread.idleTimer.unref();
  idle.push(thread);
}

function forget(thread: Thread): void {
  const at = idle.indexOf(thread);
  if (at >= 0) idle.splice(at, 1);
}
