import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";

import { getDocumentProxy } from "unpdf";
import type { PDFDocumentProxy } from "unpdf/pdfjs";

export interface PdfLimits {
  maxPages: number;
  /** Of all pages together. */
  maxCharacters: number;
}

/**
 * The messages of the thread, sent as early as possible: all of them stay true when the thread is ended in the middle.
 */
export type PdfEvent =
  | { kind: "opened"; pageCount: number }
  | { kind: "page"; text: string }
  /** It cannot be opened at all. */
  | { kind: "refused"; isProtected: boolean };

async function work({ file, maxPages, maxCharacters }: PdfLimits & { file: string }): Promise<void> {
  // The parser takes no Buffer.
  const bytes = new Uint8Array(await readFile(file));
  const document = await getDocumentProxy(bytes, { verbosity: 0 });
  report({ kind: "opened", pageCount: document.numPages });
  let left = maxCharacters;
  for (let number = 1; number <= Math.min(document.numPages, maxPages) && left > 0; number += 1) {
    // One page that is damaged does not take the others along.
    const text = await readPage(document, number).catch(() => "");
    report({ kind: "page", text: text.slice(0, left) });
    left -= text.length;
  }
}

async function readPage(document: PDFDocumentProxy, number: number): Promise<string> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  return items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
}

function report(event: PdfEvent): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(event);
}

try {
  await work(workerData as PdfLimits & { file: string });
} catch (error) {
  report({ kind: "refused", isProtected: error instanceof Error && error.name === "PasswordException" });
}
