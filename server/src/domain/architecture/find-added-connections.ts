import { maxEvidence, type DerivedEdgeKind } from "@cairn/contract/architecture";
import type { CodeLocation } from "@cairn/contract/code-graph";

import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import type { Ctx } from "#server/ctx.ts";
import { withIndex } from "#server/domain/search/open-commit-index.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { selectStated } from "./architecture.store.ts";
import { edgeKey } from "./derive/edge-builder.ts";
import { joinArchitecture } from "./join-architecture.ts";
import { gatherArchitecture, type GatheredArchitecture } from "./load-architecture.ts";
import { addedPlaces, digestPlaces, openPlaceLines, type LocatedLines } from "./watch/place-lines.ts";

/** A connection that a change brings and that nobody allowed, or brings more of although it is forbidden. */
export interface AddedConnection {
  sourceName: string;
  targetName: string;
  drift: "forbidden" | "undeclared";
  /** The code connected the two before, and has more lines that do now. */
  isMore: boolean;
  kinds: DerivedEdgeKind[];
  /** Lines of the changed repository that show it. */
  places: CodeLocation[];
}

/**
 * What a change of one repository connects that was not connected before, or, where that is forbidden, with lines that were not
 * there before, held against what people allow and forbid; none
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
  const gathered = await gatherArchitecture(withIndex(ctx, repositoryId, after), project);
  const latter = joinArchitecture(gathered);
  if (latter.isCutOff) return null;
  const isOwn = (place: CodeLocation) => place.repositoryId === repositoryId;
  const placesOf = ({ derived }: GatheredArchitecture) =>
    new Map(derived.edges.map((edge) => [edgeKey(edge), edge.places.filter(isOwn)]));
  const [placesBefore, placesAfter] = [placesOf(former), placesOf(gathered)];
  const lines = openPlaceLines(ctx, gathered.repositories);
  const names = new Map(latter.nodes.map(({ nodeId, name }) => [nodeId, name]));
  const added: AddedConnection[] = [];
  for (const edge of latter.edges) {
    const { sourceId, targetId, derived, drift } = edge;
    if (derived === null || (drift !== "forbidden" && drift !== "undeclared")) continue;
    const before = placesBefore.get(edgeKey(edge));
    if (before !== undefined && drift !== "forbidden") continue;
    const places =
      before === undefined
        ? derived.evidence.map(({ place }) => place).filter(isOwn)
        : await newPlaces(lines, before, placesAfter.get(edgeKey(edge)) ?? []);
    if (before !== undefined && places.length === 0) continue;
    const [sourceName, targetName] = [names.get(sourceId) ?? sourceId, names.get(targetId) ?? targetId];
    added.push({ sourceName, targetName, drift, isMore: before !== undefined, kinds: derived.kinds, places });
  }
  return added;
}

/** Lines that moved are not new. */
async function newPlaces(
  lines: LocatedLines,
  before: readonly CodeLocation[],
  after: readonly CodeLocation[],
): Promise<CodeLocation[]> {
  const former = await digestPlaces(lines, before);
  const latter = await digestPlaces(lines, after);
  if (former === null || latter === null) return [];
  const digests = former.map(({ digest }) => digest);
  return addedPlaces(digests, latter).slice(0, maxEvidence);
}
