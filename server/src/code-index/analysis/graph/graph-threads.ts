import type { FileGraph } from "#server/code-index/analysis/graph/model/file-graph.ts";
import { createWorkerPool } from "#server/code-index/runtime/worker-pool.ts";

import type { GraphAnswer, GraphTask } from "./graph-worker.ts";

/** Reading is bounded for each file; a batch beyond this hangs. */
const batchLimitMs = 5_000;
const idleMs = 60_000;
const maxThreads = 2;
/** Small enough that two threads share the work of one question. */
const batchTasks = 12;

const threads = createWorkerPool(new URL("./graph-worker.ts", import.meta.url), idleMs);
let running = 0;
const waiting: (() => void)[] = [];

/** Reads files in threads: what hostile content does to the parser stays there. Null for what could not be read. */
export async function readGraphsInThreads(tasks: readonly GraphTask[]): Promise<(FileGraph | null)[]> {
  const batches: GraphTask[][] = [];
  for (let at = 0; at < tasks.length; at += batchTasks) batches.push(tasks.slice(at, at + batchTasks));
  const answers = await Promise.all(batches.map((batch) => readBatch(batch)));
  return answers.flat();
}

async function readBatch(tasks: GraphTask[]): Promise<(FileGraph | null)[]> {
  if (tasks.length === 0) return [];
  if (running >= maxThreads) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  const answer = await runInThread(tasks).finally(() => {
    running -= 1;
    waiting.shift()?.();
  });
  if (answer === null) return tasks.length === 1 ? [null] : await readOneByOne(tasks);
  const rest = tasks.slice(answer.graphs.length);
  return rest.length === 0 ? answer.graphs : [...answer.graphs, ...(await readBatch(rest))];
}

async function readOneByOne(tasks: readonly GraphTask[]): Promise<(FileGraph | null)[]> {
  const graphs: (FileGraph | null)[] = [];
  for (const task of tasks) graphs.push(...(await readBatch([task])));
  return graphs;
}

/** Null when the thread gave no answer. */
function runInThread(tasks: GraphTask[]): Promise<GraphAnswer | null> {
  const thread = threads.acquire();
  return new Promise((resolve) => {
    const finish = (answer: GraphAnswer | null): void => {
      clearTimeout(timer);
      thread.removeAllListeners();
      if (answer === null || answer.isBroken) void thread.terminate();
      else threads.release(thread);
      resolve(answer);
    };
    const timer = setTimeout(() => finish(null), batchLimitMs);
    thread.once("message", (answer: GraphAnswer) => finish(answer));
    thread.once("error", () => finish(null));
    thread.once("exit", () => finish(null));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    thread.postMessage(tasks);
  });
}
