import type { LocalisationCase } from "#server/code-index/bench/rank-cases.ts";
import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import { openCodeReader } from "#server/domain/repositories/browsing/load-code.ts";
import { answerFromCode } from "#server/engine/answers/answer-from-code.ts";
import { hashLines, type CheckedEvidence } from "#server/engine/evidence/evidence.ts";

export interface CitationFigures {
  /** Cases that got an answer with sources. */
  answered: number;
  citations: number;
  /** Citations whose lines, read once more from git, are those that were hashed. */
  state: number;
  /** Cases with a changed file among the first three different files that are cited. */
  goldCited: number;
}

const citedFiles = 3;
/** No repository of the product: the answer knows this one alone. */
const repositoryId = "00000000-0000-4000-8000-000000000000";

/** Asks the built-in engine every case and looks at what it cites. */
export async function measureCitations(
  index: CodeIndex,
  { directory, cases }: { directory: string; cases: readonly LocalisationCase[] },
): Promise<CitationFigures> {
  const signal = new AbortController().signal;
  const open = () =>
    openCodeReader({ repositoryId, directory, signal, commit: index.commit, files: () => index.files() });
  const codebase = { repositoryId, name: "own", index, reader: open() };
  const again = open();
  const figures: CitationFigures = { answered: 0, citations: 0, state: 0, goldCited: 0 };
  for (const { query, gold } of cases) {
    const question = { text: query, lens: "technical" as const, earlier: [], selection: null, focus: null };
    const sources: CheckedEvidence[] = [];
    for await (const event of answerFromCode(question, [codebase], signal))
      if (event.type === "source") sources.push(event.source);
    if (sources.length > 0) figures.answered += 1;
    figures.citations += sources.length;
    for (const source of sources) {
      const lines = await again.readLines(source.path);
      const isThere = hashLines((lines ?? []).slice(source.startLine - 1, source.endLine)) === source.hash;
      if (isThere && source.commit === index.commit) figures.state += 1;
    }
    const first = [...new Set(sources.map(({ path }) => path))].slice(0, citedFiles);
    if (first.some((path) => gold.includes(path))) figures.goldCited += 1;
  }
  return figures;
}
