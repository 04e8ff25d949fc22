import { maxEvidence, type ChangedLines, type OverviewRow, type Risk } from "@cairn/contract/change-overview";

import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { fold } from "#server/engine/text/wording.ts";
import type { DiffedFile } from "#server/platform/git/diff/parse-diff.ts";

/** The code of both sides of a change. */
export interface ComparedCode {
  before: CodeIndex;
  after: CodeIndex;
  files: readonly DiffedFile[];
  /** It has more files than those. */
  isTruncated: boolean;
}

/** Names that are said in one sentence. */
export const maxNamed = 5;

export function makeRow(text: string, evidence: readonly ChangedLines[]): OverviewRow {
  return { text, evidence: evidence.slice(0, maxEvidence) };
}

export function makeRisk(risk: Pick<Risk, "kind" | "level" | "text">, evidence: readonly ChangedLines[]): Risk {
  return { ...risk, evidence: evidence.slice(0, maxEvidence) };
}

type LinesOfFile = Omit<ChangedLines, "side">;

export const oldLines = ({ path, startLine, endLine }: LinesOfFile): ChangedLines => ({
  path,
  side: "old",
  startLine,
  endLine,
});
export const newLines = ({ path, startLine, endLine }: LinesOfFile): ChangedLines => ({
  path,
  side: "new",
  startLine,
  endLine,
});
export const newLine = (path: string, line: number): ChangedLines => newLines({ path, startLine: line, endLine: line });
export const oldLine = (path: string, line: number): ChangedLines => oldLines({ path, startLine: line, endLine: line });

/** "`a`, `b` and 3 more" */
export function nameAll(names: readonly string[], most = maxNamed): string {
  return fold(
    names.map((name) => codeSpan(name)),
    most,
  );
}
