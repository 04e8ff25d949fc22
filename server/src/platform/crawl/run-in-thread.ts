import { Worker } from "node:worker_threads";

import { AppError } from "@cairn/contract/errors";

import type { CrawlAnswers, CrawlTask } from "./crawl-worker.ts";
import { explainFailure } from "./explain-failure.ts";

const threadHeapMb = 512;

/**
 * Runs a task on untrusted text in a thread of its own, which is ended when it takes too long or too much memory: this
 * process survives whatever the text does to the parser.
 */
export async function runInThread<T extends CrawlTask>(
  task: T,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<CrawlAnswers[T["kind"]]> {
  const { promise, resolve, reject } = Promise.withResolvers<CrawlAnswers[T["kind"]]>();
  if (signal.aborted) throw explainFailure(signal.reason, signal);
  const worker = new Worker(new URL("./crawl-worker.ts", import.meta.url), {
    workerData: task,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: threadHeapMb },
  });
  const tooMuch = (cause?: unknown) =>
    reject(
      new AppError("vendor_failed", { message: "The page is built in a way that this server cannot read.", cause }),
    );
  const timer = setTimeout(tooMuch, timeoutMs);
  const onAbort = () => reject(explainFailure(signal.reason, signal));
  signal.addEventListener("abort", onAbort, { once: true });
  worker.once("message", resolve);
  worker.once("error", tooMuch);
  worker.once("exit", () => tooMuch());
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
    await worker.terminate();
  }
}
