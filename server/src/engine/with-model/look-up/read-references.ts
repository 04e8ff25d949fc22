import { findReferences, type ReferenceMatch } from "#server/code-index/analysis/graph/code-graph.ts";
import type { PageRepository } from "#server/engine/facts/scope/page-input.ts";
import { askGraph } from "#server/engine/retrieval/ask-graph.ts";

import type { LookUpResult } from "./look-up-result.ts";
import { readPassages } from "./read-passage.ts";
import type { CodePassage } from "./shown-passages.ts";

/** Declarations of one name that are followed. */
const maxDeclarations = 2;
const maxReferences = 16;
const followMs = 3_000;
/** A declaration's name is on its first line, or after its annotations. */
const maxHeadLines = 12;

/** The lines that use declarations of a name, those that surely do first. */
export async function readReferences(repositories: readonly PageRepository[], name: string): Promise<LookUpResult> {
  const passages: CodePassage[] = [];
  let declared = 0;
  let likely = 0;
  for (const repository of repositories) {
    const hits = repository.index.findSymbols(name, { limit: 8 }).filter(({ symbol }) => symbol.name === name);
    for (const { path, symbol } of hits.slice(0, maxDeclarations)) {
      declared += 1;
      const uses = await followName(repository, { path, startLine: symbol.startLine, name });
      likely += uses.filter(({ isCertain }) => !isCertain).length;
      const certainFirst = uses.toSorted((a, b) => Number(b.isCertain) - Number(a.isCertain)).slice(0, maxReferences);
      const ranges = certainFirst.map((use) => ({ path: use.path, startLine: use.line, endLine: use.line }));
      passages.push(...(await readPassages(repository, ranges)));
    }
  }
  if (declared === 0) return { passages, note: "No declaration has exactly this name." };
  if (passages.length === 0) return await readMentions(repositories, name);
  return { passages, note: likely > 0 ? "Some of these lines only likely mean it." : "" };
}

/** A method of an object is often called where nobody can tell what the object is. */
async function readMentions(repositories: readonly PageRepository[], name: string): Promise<LookUpResult> {
  const passages: CodePassage[] = [];
  const query = { pattern: name, isRegex: false, ignoreCase: false, isWord: true };
  for (const repository of repositories) {
    const declared = repository.index.findSymbols(name, { limit: 8 }).filter(({ symbol }) => symbol.name === name);
    const { files } = await repository.index.findLines(query, { maxFiles: maxReferences, maxLinesPerFile: 4 });
    const ranges = files.flatMap(({ path, lines }) =>
      lines
        .filter(({ line }) => !declared.some((one) => one.path === path && one.symbol.startLine === line))
        .map(({ line }) => ({ path, startLine: line, endLine: line })),
    );
    passages.push(...(await readPassages(repository, ranges.slice(0, maxReferences))));
  }
  const nothing = "No use of it was found, and no other line says its name.";
  return { passages, note: passages.length === 0 ? nothing : "No use could be followed; these lines say the name." };
}

async function followName(
  repository: PageRepository,
  { path, startLine, name }: { path: string; startLine: number; name: string },
): Promise<ReferenceMatch[]> {
  const lines = (await repository.reader.readLines(path)) ?? [];
  const head = lines.slice(startLine - 1, startLine - 1 + maxHeadLines);
  const at = head.findIndex((line) => line.includes(name));
  if (at === -1) return [];
  const position = { path, line: startLine + at, column: (head[at]?.indexOf(name) ?? 0) + 1 };
  const { references } = await findReferences(askGraph(repository, followMs), position);
  return references.filter(({ kind }) => kind !== "import" && kind !== "declaration");
}
