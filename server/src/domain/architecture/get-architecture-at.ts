import type { KnownArchitecture, getArchitectureAt as endpoint } from "@cairn/contract/architecture-history";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";

import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import type { Ctx } from "#server/ctx.ts";
import { requireCode, requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import type { RepositoryRow } from "#server/domain/repositories/catalog/track-indexing.ts";
import { openMainBranch } from "#server/domain/search/open-codebases.ts";
import { openCommitIndex, withIndex } from "#server/domain/search/open-commit-index.ts";

import { trimSlashes } from "./derive/service-layout.ts";
import { joinArchitecture } from "./join-architecture.ts";
import { gatherArchitecture, type GatheredArchitecture } from "./load-architecture.ts";

/** Who looks is told within this that it is being read, and asks again. */
const maxWaitMs = 4_000;
/** Above, reading a former state whole would take minutes. */
const maxFiles = 20_000;

/** The architecture with one repository at a commit, or why nobody knows it. */
export async function getArchitectureAt(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireRepository(ctx, input, "project.read");
  const { directory: code, commit } = await requireCode(ctx, row, input.oid);
  const main = openMainBranch(ctx, row);
  if (main === null) return { state: "unknown", reason: "This repository has not been indexed yet." };
  if (main.index.files().length > maxFiles && main.index.commit !== commit)
    return { state: "unknown", reason: "The repository has too many files for reading a former state of it." };
  const index = main.index.commit === commit ? main.index : await openOrNull(ctx, row, { code, commit });
  if (index === null) return { state: "reading" };
  const { organizationId, projectId, repositoryId } = row;
  const gathered = await gatherArchitecture(withIndex(ctx, repositoryId, index), { organizationId, projectId });
  return { state: "known", commit, ...describe(gathered, { repositoryId, index }) };
}

/** Null where it is still being read. */
async function openOrNull(
  ctx: Ctx,
  row: RepositoryRow,
  target: { code: string; commit: string },
): Promise<CodeIndex | null> {
  try {
    return await openCommitIndex(ctx, row, { ...target, maxWaitMs });
  } catch (error) {
    if (error instanceof AppError && error.code === "unavailable") return null;
    throw error;
  }
}

/** Without what people alone say, and without services whose folder was empty then. */
function describe(
  gathered: GatheredArchitecture,
  { repositoryId, index }: { repositoryId: string; index: CodeIndex },
): Pick<KnownArchitecture, "nodes" | "edges" | "isCutOff"> {
  const { nodes, edges, isCutOff } = joinArchitecture(gathered);
  const paths = index.files().map(({ path }) => path);
  const hasCode = (workingPath: string): boolean => {
    const folder = trimSlashes(workingPath);
    return folder === "" ? paths.length > 0 : paths.some((path) => path.startsWith(`${folder}/`));
  };
  const absent = new Set(
    gathered.layout.services
      .filter((service) => service.repositoryId === repositoryId && !hasCode(service.workingPath))
      .map(({ serviceId }) => serviceId),
  );
  const named = new Set(gathered.derived.nodes.map(({ nodeId }) => nodeId));
  const shown = nodes.filter(({ nodeId, kind }) => (kind === "service" ? !absent.has(nodeId) : named.has(nodeId)));
  const there = new Set(shown.map(({ nodeId }) => nodeId));
  return {
    nodes: shown,
    edges: edges.flatMap(({ sourceId, targetId, derived }) =>
      derived !== null && there.has(sourceId) && there.has(targetId) ? [{ sourceId, targetId, derived }] : [],
    ),
    isCutOff,
  };
}
