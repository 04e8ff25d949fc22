import { applyPath } from "#server/code-index/analysis/extract/apply-path.ts";
import type { FileFacts } from "#server/code-index/ports/facts.ts";

import { unpackFacts } from "./parse-blob.ts";
import type { ParseTask } from "./parse-worker.ts";
import { parseInThread } from "./parser-pool.ts";

/** Facts of single files, in their order, without an index: of a change that none was built for. Nothing is kept. */
export async function parseFiles(files: readonly ParseTask[], signal?: AbortSignal): Promise<FileFacts[]> {
  if (files.length === 0) return [];
  const parsed = await parseInThread([...files], signal);
  return parsed.map(({ facts, links }, at) => applyPath(unpackFacts(facts, links), files[at]?.path ?? ""));
}
