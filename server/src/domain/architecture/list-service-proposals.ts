import {
  maxEvidence,
  maxServiceProposals,
  type listServiceProposals as endpoint,
  type ServiceProposal,
} from "@cairn/contract/architecture";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { locationIn } from "#server/domain/code-graph/describe-definition.ts";
import { loadCodeParts } from "#server/domain/code-graph/load-code-parts.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { findProjectRepositories } from "#server/domain/repositories/catalog/find-repository.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import { openMainBranch } from "#server/domain/search/open-codebases.ts";
import { listProjectServices } from "#server/domain/services/list-project-services.ts";

import { trimSlashes } from "./derive/service-layout.ts";
import { describeCandidate } from "./propose/describe-candidate.ts";
import { findCandidates, liesAmongExamples } from "./propose/find-candidates.ts";
import { findWrittenPages } from "./propose/find-written-pages.ts";
import { isWithin, judgeType } from "./propose/judge-type.ts";
import { nameApart, nameCandidate } from "./propose/name-candidate.ts";

type UnplacedProposal = Omit<ServiceProposal, "serviceId">;

/** Services that the code of the connected repositories is made of, whether or not there is one for each already. */
export async function listServiceProposals(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "project.read");
  const all = await findProjectRepositories(ctx, project);
  const rows = all.filter(
    ({ repositoryId }) => input.repositoryId === undefined || repositoryId === input.repositoryId,
  );
  if (input.repositoryId !== undefined && rows.length === 0) throw notFound("Repository");
  const services = await listProjectServices(ctx, project);
  const standing = new Map(
    services.map((one) => [placeOf(one.repositoryId ?? "", one.workingPath), one.serviceId] as const).toReversed(),
  );
  const content: ServiceProposal[] = [];
  const pendingRepositoryIds: string[] = [];
  const taken = new Set<string>();
  for (const row of rows) {
    const repository = openMainBranch(ctx, row);
    if (repository === null) pendingRepositoryIds.push(row.repositoryId);
    for (const found of repository === null ? [] : await proposeIn(repository, ctx.signal)) {
      const name = nameApart(found.name, trimSlashes(found.workingPath), taken);
      taken.add(name.toLowerCase());
      const serviceId = standing.get(placeOf(found.repositoryId, found.workingPath)) ?? null;
      content.push({ ...found, name, serviceId });
    }
  }
  const isCutOff = content.length > maxServiceProposals;
  return { content: content.slice(0, maxServiceProposals), pendingRepositoryIds, isCutOff };
}

function placeOf(repositoryId: string, workingPath: string): string {
  return `${repositoryId}/${trimSlashes(workingPath)}`;
}

/**
 * The first look at a new index works most of it out. In turns, and with a rest between the parts that have none: else nothing is
 * answered meanwhile, and what waits for a connection of the database gives up.
 */
export async function proposeIn(repository: IndexedRepository, signal: AbortSignal): Promise<UnplacedProposal[]> {
  await repository.index.prepare({ signal });
  repository.index.triggers();
  await new Promise(setImmediate);
  repository.index.system();
  await new Promise(setImmediate);
  const candidates = findCandidates(repository).slice(0, maxServiceProposals + 1);
  const parts = await loadCodeParts(repository.index);
  const writtenPages = await findWrittenPages(repository);
  const proposals: UnplacedProposal[] = [];
  for (const candidate of candidates) {
    const { folder } = candidate;
    const others = candidates.flatMap((one) =>
      one.folder !== folder && isWithin(one.folder, folder) ? [one.folder] : [],
    );
    const judged = judgeType(repository, candidate, { parts, others, writtenPages });
    // Settings of programs that others wrote.
    if (judged.counts.files === 0 && judged.counts.tables === 0) continue;
    proposals.push({
      repositoryId: repository.repositoryId,
      repositorySlug: repository.name,
      workingPath: `/${folder}`,
      name: nameCandidate(candidate, repository.name),
      type: judged.type,
      description: await describeCandidate(repository, candidate, judged),
      isExample: liesAmongExamples(folder),
      evidence: judged.evidence.slice(0, maxEvidence).map((lines) => locationIn(repository, lines)),
    });
  }
  return proposals;
}
