import { Worker } from "node:worker_threads";

import { storableExtract } from "#server/text/storable.ts";

import type { PdfLimits, PdfEvent } from "./pdf-worker.ts";

/** What can be used of a PDF. */
export interface PdfText {
  /** Null where it cannot be opened. */
  pageCount: number | null;
  /** By page, from the first one; fewer than there are where `textProblem` says so. */
  pages: string[];
  /** Why its text, or the rest of it, cannot be used, in plain words; null where all of it can. */
  textProblem: string | null;
}

/** What the reading may take. */
interface Means {
  timeoutMs: number;
  /** Limit of the heap; memory outside it is watched separately. */
  heapMb: number;
  /** Unpacked content is outside the heap, where a thread's own limits do not apply. */
  besideHeapBytes: number;
}

const limits: PdfLimits = { maxPages: 500, maxCharacters: 1_000_000 };
const means: Means = { timeoutMs: 12_000, heapMb: 160, besideHeapBytes: 128 * 1024 ** 2 };
const watchMs = 25;
/** Of the heap, for what is thrown away at once; by itself a machine with much memory gives it more. */
const youngMb = 16;

/**
 * The text of a stranger's PDF, read in a thread of its own, which is ended when it takes too long or too much memory.
 * Never rejects for what is in the file: a PDF without text is a file all the same.
 */
export async function readPdf(file: string, allowed: PdfLimits & Means = { ...limits, ...means }): Promise<PdfText> {
  const { timeoutMs, heapMb, besideHeapBytes, ...pdf } = allowed;
  const reported: PdfEvent[] = [];
  const ended = Promise.withResolvers<void>();
  const worker = new Worker(new URL("./pdf-worker.ts", import.meta.url), {
    workerData: { file, ...pdf },
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
    // What the parser says of a broken file is nobody's to read.
    stdout: true,
    stderr: true,
  });
  const timer = setTimeout(ended.resolve, timeoutMs);
  const watch = setInterval(() => {
    worker.getHeapStatistics().then(
      (held) => held.external_memory > besideHeapBytes && ended.resolve(),
      // It has ended.
      () => {},
    );
  }, watchMs);
  worker.on("message", (event: PdfEvent) => reported.push(event));
  worker.on("error", () => ended.resolve());
  worker.once("exit", () => ended.resolve());
  try {
    await ended.promise;
    return summarize(reported, pdf);
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    await worker.terminate();
  }
}

function summarize(reported: readonly PdfEvent[], { maxPages, maxCharacters }: PdfLimits): PdfText {
  const pages = reported.flatMap((one) => (one.kind === "page" ? [storableExtract(one.text)] : []));
  const pageCount = reported.find((one) => one.kind === "opened")?.pageCount ?? null;
  const refusal = reported.find((one) => one.kind === "refused");
  const hasText = pages.some((page) => page.trim() !== "");
  if (hasText && pageCount === pages.length) {
    const isCut = pages.reduce((sum, page) => sum + page.length, 0) >= maxCharacters;
    return { pageCount, pages, textProblem: isCut ? "Its text is very long. The end of it cannot be used." : null };
  }
  return { pageCount, pages: hasText ? pages : [], textProblem: explain() };

  function explain(): string {
    if (hasText) return `Only the text of its first ${pages.length} pages of ${pageCount} can be used.`;
    if (refusal?.isProtected) return "It is protected by a password, so its text cannot be read.";
    if (refusal && pageCount === null) return "It is damaged, so its text cannot be read.";
    const wasRead = pageCount !== null && pages.length === Math.min(pageCount, maxPages);
    if (wasRead) return "There is no text in it that can be read. It may be scanned.";
    return "It is built in a way that this server cannot read, so its text cannot be used.";
  }
}
