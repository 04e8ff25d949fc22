import type { DerivedEdgeKind } from "@cairn/contract/architecture";
import type { CodeLocation } from "@cairn/contract/code-graph";

import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import type { Ctx } from "#server/ctx.ts";
import { withIndex } from "#server/domain/search/open-commit-index.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { selectStated } from "./architecture.store.ts";
import { edgeKey } from "./derive/edge-builder.ts";
import { joinArchitecture } from "./join-architecture.ts";
import { gatherArchitecture } from "./load-architecture.ts";

/** A connection that a change brings and that nobody allowed. */
export interface AddedConnection {
  sourceName: string;
  targetName: string;
  drift: "forbidden" | "undeclared";
  kinds: DerivedEdgeKind[];
  /** Lines of the changed repository that show it. */
  places: CodeLocation[];
}

/**
 * What a change of one repository connects that was not connected before, held against what people allow and forbid; none
 * where they said nothing. The other repositories are as they are now. Null where not all of the code was looked at: what is
 * not found before would be new. The caller has already checked the right.
 */
export async function findAddedConnections(
  ctx: Ctx,
  { organizationId, projectId, repositoryId }: ProjectKey & { repositoryId: string },
  { before, after }: { before: CodeIndex; after: CodeIndex },
): Promise<AddedConnection[] | null> {
  const project = { organizationId, projectId };
  const { edges: stated, baselineAt } = await selectStated(ctx.db, project);
  if (stated.length === 0 && baselineAt === null) return [];
  const former = await gatherArchitecture(withIndex(ctx, repositoryId, before), project);
  if (former.derived.isCutOff) return null;
  const known = new Set(former.derived.edges.map(edgeKey));
  const latter = joinArchitecture(await gatherArchitecture(withIndex(ctx, repositoryId, after), project));
  if (latter.isCutOff) return null;
  const names = new Map(latter.nodes.map(({ nodeId, name }) => [nodeId, name]));
  return latter.edges.flatMap((edge): AddedConnection[] => {
    const { sourceId, targetId, derived, drift } = edge;
    if (derived === null || known.has(edgeKey(edge)) || (drift !== "forbidden" && drift !== "undeclared")) return [];
    const places = derived.evidence.flatMap(({ place }) => (place.repositoryId === repositoryId ? [place] : []));
    const [sourceName, targetName] = [names.get(sourceId) ?? sourceId, names.get(targetId) ?? targetId];
    return [{ sourceName, targetName, drift, kinds: derived.kinds, places }];
  });
}
