import type { Definition } from "@cairn/contract/code-graph";

import type { DefinitionMatch } from "#server/code-index/analysis/graph/graph-session.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";

const maxExcerptLines = 12;
const maxLineLength = 240;
const maxSignatureLength = 200;

/** A repository's lines as an answer names them. */
export function locationIn(
  { repositoryId, name, branch, index }: IndexedRepository,
  { path, startLine, endLine }: { path: string; startLine: number; endLine: number },
): Omit<Definition, "symbol" | "confidence" | "excerpt"> {
  const commit = index.commit;
  return { repositoryId, repositorySlug: name, branch, commit, path, startLine, endLine: Math.max(startLine, endLine) };
}

/** A declaration with its first lines and, where the index lists it, its symbol. */
export async function describeDefinition(repository: IndexedRepository, found: DefinitionMatch): Promise<Definition> {
  const lines = (await repository.reader.readLines(found.path)) ?? [];
  // From the line of the name on: the lines above it are annotations.
  const startLine = Math.min(found.line, Math.max(1, lines.length));
  const endLine = Math.min(Math.max(startLine, found.endLine), Math.max(1, lines.length));
  const excerpt = lines.slice(startLine - 1, Math.min(endLine, startLine + maxExcerptLines - 1));
  return {
    ...locationIn(repository, { path: found.path, startLine, endLine }),
    symbol: found.isLocal ? null : symbolOf(repository, found, excerpt[0] ?? ""),
    confidence: found.isCertain ? "certain" : "likely",
    excerpt: excerpt.map((line) => line.slice(0, maxLineLength)).join("\n"),
  };
}

function symbolOf(
  { index }: IndexedRepository,
  { path, name, line, kind }: DefinitionMatch,
  firstLine: string,
): NonNullable<Definition["symbol"]> {
  const known = (index.facts(path)?.symbols ?? []).filter(
    (symbol) => symbol.name === name && symbol.startLine <= line && symbol.endLine >= line,
  );
  const symbol = known.at(-1);
  return symbol === undefined
    ? { name, kind, signature: firstLine.trim().slice(0, maxSignatureLength) }
    : { name, kind: symbol.kind, signature: symbol.signature };
}
