import { parentPort } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";

import { isParserBroken } from "#server/code-index/analysis/extract/parsing/load-grammar.ts";
import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";

import { parseBlob, unparsedBlob } from "./parse-blob.ts";
import type { ParsedBlob } from "./parse-blob.ts";

export interface ParseTask {
  oid: string;
  /** Any path of this variant: only what it says of language and role counts. */
  path: string;
  bytes: Uint8Array;
}

/** What a thread says of a batch: that it has loaded and begins with it, and what came of it. */
export type ParseMessage = { kind: "begun" } | ({ kind: "parsed" } & ParseAnswer);

interface ParseAnswer {
  /** In the order of the tasks; fewer than the tasks when the parser crashed on the last one. */
  parsed: ParsedBlob[];
  isBroken: boolean;
}

/** Thread that parses batches in the order they come. It knows no git and no database. */
function serve(): void {
  const port = parentPort;
  if (port === null) return;
  port.on("message", (tasks: ParseTask[]) => {
    void answer(port, tasks);
  });
}

async function answer(port: MessagePort, tasks: ParseTask[]): Promise<void> {
  const begun: ParseMessage = { kind: "begun" };
  // oxlint-disable unicorn/require-post-message-target-origin -- a thread's port, not a window
  port.postMessage(begun);
  port.postMessage(...withoutCopies(await parseAll(tasks)));
  // oxlint-enable unicorn/require-post-message-target-origin
}

/** The packed parts laid into one piece of memory that changes hands, instead of being copied one by one. */
function withoutCopies(answer: ParseAnswer): [ParseMessage, ArrayBuffer[]] {
  const size = answer.parsed.reduce(
    (sum, { facts, links, terms, trigrams }) =>
      sum + facts.length + (links?.length ?? 0) + (terms?.length ?? 0) + (trigrams?.length ?? 0),
    0,
  );
  const whole = new Uint8Array(size);
  let at = 0;
  const location = (bytes: Uint8Array): Uint8Array => {
    whole.set(bytes, at);
    at += bytes.length;
    return whole.subarray(at - bytes.length, at);
  };
  const parsed = answer.parsed.map((blob) => ({
    ...blob,
    facts: location(blob.facts),
    links: blob.links === null ? null : location(blob.links),
    terms: blob.terms === null ? null : location(blob.terms),
    trigrams: blob.trigrams === null ? null : location(blob.trigrams),
  }));
  return [{ kind: "parsed", ...answer, parsed }, [whole.buffer]];
}

async function parseAll(tasks: ParseTask[]): Promise<ParseAnswer> {
  const parsed: ParsedBlob[] = [];
  for (const { oid, path, bytes } of tasks) {
    const pathClass = classifyPath(path);
    try {
      parsed.push(await parseBlob({ oid, pathClass, bytes }));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      parsed.push(unparsedBlob({ oid, pathClass, bytes: bytes.length, problem: `the parser failed: ${reason}` }));
    }
    if (isParserBroken()) return { parsed, isBroken: true };
  }
  return { parsed, isBroken: false };
}

serve();
