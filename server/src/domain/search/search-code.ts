import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { topicIdOfPath } from "@cairn/contract/external-context";
import type { CodeHit, searchCode as endpoint } from "@cairn/contract/search";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { findFiles, type FileWithPassages } from "./find-passages.ts";
import { freshnessOf, openTextAreas } from "./search-areas.ts";

/** Deeper pages than this hold nothing anybody looks for. */
const maxHits = 200;
const maxExcerptLines = 12;
const maxExcerptLineLength = 240;

/**
 * Files and lines of the project's indexed code, best first. A service narrows to its folder, a repository to itself, on
 * its main branch unless another is named; without either, topics of the external context are found as well.
 */
export async function searchCode(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { page, limit, query } = input;
  const project = await requireProject(ctx, input, "project.read");
  const { serviceId, repositoryId, branch } = input;
  const areas = await openTextAreas(ctx, project, { serviceId, repositoryId, branch });
  const hits = await findFiles(ctx, areas, query, maxHits);
  const shown = hits.slice((page - 1) * limit, page * limit);
  const content = await Promise.all(shown.map((found) => toCodeHit(found, project)));
  return { content, page, limit, total: hits.length, freshness: freshnessOf(areas) };
}

async function toCodeHit(
  { repository, path, score, passages }: FileWithPassages,
  { projectId }: { projectId: string },
): Promise<CodeHit> {
  const passage = passages[0] ?? { startLine: 1, endLine: 1, symbol: null };
  const lines = (await repository.reader.readLines(path)) ?? [];
  const { startLine } = passage;
  const endLine = Math.max(startLine, Math.min(passage.endLine, startLine + maxExcerptLines - 1, lines.length));
  const excerpt = lines.slice(startLine - 1, endLine).map((line) => line.slice(0, maxExcerptLineLength));
  const { symbol } = passage;
  return {
    repositoryId: repository.repositoryId,
    repositorySlug: repository.name,
    branch: repository.branch,
    commit: repository.index.commit,
    path,
    startLine,
    endLine: Math.max(startLine, passage.endLine),
    symbol: symbol && { name: symbol.name, kind: symbol.kind, signature: symbol.signature },
    excerpt: excerpt.join("\n"),
    score,
    topicId: repository.repositoryId === projectId ? topicIdOfPath(path) : null,
  };
}
