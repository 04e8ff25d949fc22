import type { CodeIndex, IndexedEndpoint } from "#server/code-index/ports/code-index.ts";
import type { FileFacts } from "#server/code-index/ports/facts.ts";
import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import { listSchemas } from "#server/engine/facts/code/table-schemas.ts";

import { isBesideCode } from "./side-folder.ts";

/** What files declare to the world beside their symbols. */
export type DeclaredFacts = Pick<FileFacts, "schemas" | "scripts" | "manifest"> & {
  endpoints: readonly IndexedEndpoint[];
};

/** A fact of a file. */
export interface FileFact<F> extends FileRef {
  fact: F;
}

interface DeclaringFile {
  path: string;
  facts: DeclaredFacts;
}

/** An index never changes, so it is gone through once for all questions. */
const gathered = new WeakMap<CodeIndex, Promise<DeclaringFile[]>>();
const maxHoldMs = 12;

/** Facts of the code itself; those of examples and benchmarks only where it has none. */
export async function gatherFacts<F>(
  context: AnswerContext,
  read: (facts: DeclaredFacts) => readonly F[],
): Promise<FileFact<F>[]> {
  const all: FileFact<F>[] = [];
  for (const codebase of context.codebases) {
    const files = gathered.get(codebase.index) ?? gather(codebase.index);
    gathered.set(codebase.index, files);
    for (const { path, facts } of await files) for (const fact of read(facts)) all.push({ codebase, path, fact });
  }
  const own = all.filter(({ path }) => !isAside(path));
  return own.length > 0 ? own : all;
}

export function isAside(path: string): boolean {
  return isBesideCode(path) || /^(?:docs?|documentation|website|scripts|tools)\//i.test(path);
}

/** Not cancelled with the caller: the next caller can use the result too. */
async function gather(index: CodeIndex): Promise<DeclaringFile[]> {
  const found: DeclaringFile[] = [];
  const declared = listSchemas(index);
  let since = performance.now();
  for (const { path, kind } of index.files()) {
    if (kind === "test" || kind === "vendored" || kind === "generated" || kind === "binary") continue;
    const facts = index.facts(path);
    if (facts) {
      const { scripts, manifest } = facts;
      const schemas = [...(declared.get(path) ?? [])];
      const endpoints = index.endpointsOf(path);
      if (endpoints.length + schemas.length + scripts.length > 0 || manifest)
        found.push({ path, facts: { endpoints, schemas, scripts, manifest } });
    }
    if (performance.now() - since > maxHoldMs) {
      await new Promise(setImmediate);
      since = performance.now();
    }
  }
  return found;
}
