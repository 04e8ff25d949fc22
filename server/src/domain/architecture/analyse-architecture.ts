import type { analyseArchitecture as endpoint } from "@cairn/contract/architecture-analysis";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { analysed } from "./analyse/analysed-architecture.ts";
import { findCycles } from "./analyse/find-cycles.ts";
import { findDrift, findHubs, findSharedStores, findSharedTables, findUnused } from "./analyse/find-shared.ts";
import { findSingleTries } from "./analyse/find-single-tries.ts";
import { findUnowned } from "./analyse/find-unowned.ts";
import { joinArchitecture } from "./join-architecture.ts";
import { gatherArchitecture } from "./load-architecture.ts";

const maxFindings = 200;

/** What stands out, by the built-in engine: only what lines prove, or what a whole and fresh index does not have. */
export async function analyseArchitecture(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "project.read");
  const gathered = await gatherArchitecture(ctx, project);
  const architecture = analysed(joinArchitecture(gathered));
  const read = new Set(
    gathered.services.flatMap(({ serviceId, repositoryId }) => (repositoryId === null ? [] : [serviceId])),
  );
  const findings = [
    ...findDrift(architecture),
    ...findCycles(architecture),
    ...findSharedTables(architecture),
    ...(await findSingleTries(architecture, gathered)),
    ...findSharedStores(architecture),
    ...findHubs(architecture),
    ...(await findUnowned(gathered.repositories, gathered.layout)),
    ...findUnused(architecture, read),
  ];
  const isCutOff = architecture.isCutOff || findings.length > maxFindings;
  return { findings: findings.slice(0, maxFindings), isFresh: architecture.index.isFresh, isCutOff };
}
