import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import { createWorkerPool } from "#server/code-index/runtime/worker-pool.ts";

import { unparsedBlob } from "./parse-blob.ts";
import type { ParsedBlob } from "./parse-blob.ts";
import type { ParseMessage, ParseTask } from "./parse-worker.ts";

/**
 * Loading the program of a thread takes a fifth of a second, and on a busy machine a hundred times that. It is not the
 * files' time: what came of them is stored for good. So a thread that does not start fails the work, which is tried
 * again, and is told of no file.
 */
const loadLimitMs = 120_000;
/** A batch that takes longer than this has a file in it that never ends. */
const batchLimitMs = 60_000;
/** The same for a file alone. */
const fileLimitMs = 15_000;
/** Idle threads are kept warm this long: loading grammars costs more than parsing the files of a usual push. */
const idleMs = 30_000;

const threads = createWorkerPool(new URL("./parse-worker.ts", import.meta.url), idleMs);

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
  // A crashed parser ends its thread after the file it crashed on: the others continue in a new one.
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
interface ParseOutcome {
  parsed: ParsedBlob[] | null;
  reason: string;
  isThreadLost: boolean;
}

function runBatch(tasks: ParseTask[], signal: AbortSignal | undefined): Promise<ParseOutcome> {
  const thread = threads.acquire();
  const limitMs = tasks.length === 1 ? fileLimitMs : batchLimitMs;
  return new Promise((resolve, reject) => {
    const leave = (isThreadLost: boolean): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      thread.removeAllListeners();
      if (isThreadLost) void thread.terminate();
      else threads.release(thread);
    };
    const finish = (outcome: ParseOutcome): void => {
      leave(outcome.isThreadLost);
      resolve(outcome);
    };
    const lose = (reason: string): void => finish({ parsed: null, reason, isThreadLost: true });
    const abort = (): void => lose("stopped");
    let timer = setTimeout(() => {
      leave(true);
      reject(new Error(`A parser's thread did not start within ${loadLimitMs / 1000} s`));
    }, loadLimitMs);
    signal?.addEventListener("abort", abort);
    thread.on("message", (message: ParseMessage) => {
      clearTimeout(timer);
      if (message.kind === "begun") {
        timer = setTimeout(() => lose(`parsing took longer than ${limitMs / 1000} s`), limitMs);
        return;
      }
      finish({ parsed: message.parsed, reason: "", isThreadLost: message.isBroken });
    });
    thread.once("error", (error) =>
      lose(`the parser crashed: ${error instanceof Error ? error.message : String(error)}`),
    );
    thread.once("exit", (code) => lose(`the parser ended with code ${code}`));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    thread.postMessage(tasks);
  });
}
