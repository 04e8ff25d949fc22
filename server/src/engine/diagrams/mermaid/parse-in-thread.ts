import { createWorkerPool } from "#server/code-index/runtime/worker-pool.ts";

import type { MermaidAnswer } from "./mermaid-worker.ts";

/** Mermaid is a large library; on a busy machine its loading takes seconds. */
const loadLimitMs = 30_000;
/** A hundred times what a diagram of a page takes on an idle machine: on a busy one the thread waits for its turn. */
const readLimitMs = 10_000;
const idleMs = 60_000;
const maxThreads = 2;

const threads = createWorkerPool(new URL("./mermaid-worker.ts", import.meta.url), idleMs);
let running = 0;
const waiting: (() => void)[] = [];

/** Said of source that the thread had to be ended for. */
export const tooMuch = "it takes too long to read.";

/** Null when Mermaid reads the source, else why it does not. What the source does to its parser stays in the thread. */
export async function parseInThread(source: string, signal: AbortSignal): Promise<string | null> {
  signal.throwIfAborted();
  if (running >= maxThreads) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await ask(source, signal);
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

function ask(source: string, signal: AbortSignal): Promise<string | null> {
  const thread = threads.acquire();
  return new Promise((resolve, reject) => {
    const leave = (isSound: boolean): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      thread.removeAllListeners();
      if (isSound) threads.release(thread);
      else void thread.terminate();
    };
    const fail = (): void => {
      leave(false);
      resolve(tooMuch);
    };
    const onAbort = (): void => {
      leave(false);
      reject(signal.reason);
    };
    let timer = setTimeout(fail, loadLimitMs);
    signal.addEventListener("abort", onAbort, { once: true });
    thread.on("message", (answer: MermaidAnswer) => {
      clearTimeout(timer);
      if (answer.kind === "begun") {
        timer = setTimeout(fail, readLimitMs);
        return;
      }
      leave(true);
      resolve(answer.kind === "read" ? null : answer.message);
    });
    thread.once("error", fail);
    thread.once("exit", fail);
    if (signal.aborted) onAbort();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    else thread.postMessage(source);
  });
}
