import { parentPort } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";

import { classifyPath } from "../extract/classify-path.ts";
import { isParserBroken } from "../extract/parse-symbols.ts";
import { parseBlob, unparsedBlob } from "./parse-blob.ts";
import type { ParsedBlob } from "./parse-blob.ts";

export interface ParseTask {
  oid: string;
  /** Any path of this variant: only what it says of language and role counts. */
  path: string;
  bytes: Uint8Array;
}

/** What a thread answers to a batch. */
export interface ParseAnswer {
  /** In the order of the tasks; fewer than asked when the parser broke on the last of them. */
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
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
  port.postMessage(await parseAll(tasks));
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
