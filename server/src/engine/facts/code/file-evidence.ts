import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { summarizeDoc } from "#server/engine/text/summarize-doc.ts";

import { mainSymbol, symbolEvidence } from "./describe.ts";

/**
 * Lines that show what a file is: its opening comment, main declaration or first heading, else what it brings in. A
 * file that says nothing of the kind is shown by its beginning, for what names it and no more.
 */
export function evidenceOfFile(scope: CodeScope, path: string): Evidence[] {
  const facts = scope.facts(path);
  if (facts === null || facts.lines === 0) return [];
  const header = summarizeDoc(facts.header);
  if (header !== null) return [scope.at(path, header.startLine, header.endLine)];
  const main = mainSymbol(scope, path);
  if (main !== null) return [symbolEvidence(scope, path, main)];
  const heading = facts.sections.find(({ level }) => level > 0);
  return [scope.at(path, heading?.startLine ?? facts.imports[0]?.line ?? 1)];
}

/** The first of the files that shows what it is: for what holds them. */
export function evidenceOfFiles(scope: CodeScope, files: readonly { path: string; lines: number }[]): Evidence[] {
  for (const { path } of files.toSorted((a, b) => b.lines - a.lines).slice(0, maxFiles)) {
    const found = evidenceOfFile(scope, path);
    if (found.length > 0) return found.slice(0, 1);
  }
  return [];
}

/** Where so many of the largest files declare nothing, others hardly do. */
const maxFiles = 8;

/** The first line of a file that a pattern matches. */
export async function evidenceOfLine(scope: CodeScope, path: string, pattern: RegExp): Promise<Evidence[]> {
  const at = ((await scope.lines(path)) ?? []).findIndex((line) => pattern.test(line));
  return at < 0 ? [] : [scope.at(path, at + 1)];
}
