import { Worker } from "node:worker_threads";

import { classifyPath } from "../extract/classify-path.ts";
import { unparsedBlob } from "./parse-blob.ts";
import type { ParsedBlob } from "./parse-blob.ts";
import type { ParseTask } from "./parse-worker.ts";

/** A batch that takes longer than this has a file in it that never ends. */
const batchLimitMs = 60_000;
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
  if (outcome.parsed !== null) return outcome.parsed;
  signal?.throwIfAborted();
  const [only] = tasks;
  if (tasks.length === 1 && only !== undefined) {
    return [unparsedBlob({ oid: only.oid, pathClass: classifyPath(only.path), bytes: only.bytes.length, problem: outcome.reason })];
  }
  const results: ParsedBlob[] = [];
  for (const task of tasks) results.push(...(await parseInThread([task], signal)));
  return results;
}

type Outcome = { parsed: ParsedBlob[]; reason: "" } | { parsed: null; reason: string };

function runBatch(tasks: ParseTask[], signal: AbortSignal | undefined): Promise<Outcome> {
  const thread = takeThread();
  return new Promise((resolve) => {
    const finish = (outcome: Outcome): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      thread.worker.removeAllListeners();
      if (outcome.parsed === null) void thread.worker.terminate();
      else keepThread(thread);
      resolve(outcome);
    };
    const abort = (): void => finish({ parsed: null, reason: "stopped" });
    const timer = setTimeout(() => finish({ parsed: null, reason: `parsing took longer than ${batchLimitMs / 1000} s` }), batchLimitMs);
    signal?.addEventListener("abort", abort);
    thread.worker.once("message", (parsed: ParsedBlob[]) => finish({ parsed, reason: "" }));
    thread.worker.once("error", (error) => finish({ parsed: null, reason: `the parser crashed: ${error instanceof Error ? error.message : String(error)}` }));
    thread.worker.once("exit", (code) => finish({ parsed: null, reason: `the parser ended with code ${code}` }));
    thread.worker.postMessage(tasks);
  });
}

function takeThread(): Thread {
  const thread = idle.pop() ?? {
    worker: new Worker(new URL("./parse-worker.ts", import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: threadHeapMb } }),
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
