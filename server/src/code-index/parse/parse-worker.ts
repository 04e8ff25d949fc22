import { parentPort } from "node:worker_threads";

import { classifyPath } from "../extract/classify-path.ts";
import { parseBlob, unparsedBlob } from "./parse-blob.ts";
import type { ParsedBlob } from "./parse-blob.ts";

export interface ParseTask {
  oid: string;
  /** Any path of this variant: only what it says of language and role counts. */
  path: string;
  bytes: Uint8Array;
}

/** Thread that parses batches in the order they come. It knows no git and no database. */
function serve(): void {
  const port = parentPort;
  if (port === null) return;
  port.on("message", (tasks: ParseTask[]) => {
    void parseAll(tasks).then((parsed) => {
      port.postMessage(parsed);
    });
  });
}

async function parseAll(tasks: ParseTask[]): Promise<ParsedBlob[]> {
  const parsed: ParsedBlob[] = [];
  for (const { oid, path, bytes } of tasks) {
    const pathClass = classifyPath(path);
    try {
      parsed.push(await parseBlob({ oid, pathClass, bytes }));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      parsed.push(unparsedBlob({ oid, pathClass, bytes: bytes.length, problem: `the parser failed: ${reason}` }));
    }
  }
  return parsed;
}

serve();
