import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { CodeHit, searchCode as endpoint } from "@cairn/contract/search";

import type { Ctx } from "../../ctx.ts";
import { requireProject } from "../members/require-project.ts";
import { requireService } from "../services/require-service.ts";
import { findFiles, type FoundFile, type SearchArea } from "./find-passages.ts";
import { openCodebases } from "./open-codebases.ts";

/** Deeper pages than this hold nothing anybody looks for. */
const maxHits = 200;
const maxExcerptLines = 12;
const maxExcerptLineLength = 240;

/** Files and lines of the project's indexed code, best first; `serviceId` narrows to that service's folder. */
export async function searchCode(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { page, limit, query } = input;
  const project = await requireProject(ctx, input, "project.read");
  const areas = await chooseAreas(ctx, project, input.serviceId);
  const hits = findFiles(areas, query, maxHits);
  const shown = hits.slice((page - 1) * limit, page * limit);
  return { content: await Promise.all(shown.map(toCodeHit)), page, limit, total: hits.length };
}

async function chooseAreas(
  ctx: Ctx,
  project: { organizationId: string; projectId: string },
  serviceId: string | undefined,
): Promise<SearchArea[]> {
  const repositories = await openCodebases(ctx, project);
  if (serviceId === undefined) return repositories.map((repository) => ({ repository, under: null }));
  const service = await requireService(ctx, { ...project, serviceId }, "project.read");
  const folder = service.workingPath.replaceAll(/^\/+|\/+$/g, "");
  return repositories
    .filter(({ repositoryId }) => repositoryId === service.repositoryId)
    .map((repository) => ({ repository, under: folder === "" ? null : folder }));
}

async function toCodeHit({ repository, path, score, passages }: FoundFile): Promise<CodeHit> {
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
  };
}
