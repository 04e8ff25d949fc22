import { maxEvidence, type DerivedEdgeKind } from "@cairn/contract/architecture";
import type { ArchitectureChange } from "@cairn/contract/architecture-changes";
import type { CodeLocation } from "@cairn/contract/code-graph";

import { edgeKey } from "#server/domain/architecture/derive/edge-builder.ts";

import { addedPlaces } from "./place-lines.ts";

interface LookedEdge {
  sourceId: string;
  targetId: string;
  kinds: DerivedEdgeKind[];
  evidence: CodeLocation[];
}

/** A connection as it was; `lines` are digests, absent where it was not forbidden or they were not read. */
interface FormerEdge extends LookedEdge {
  lines?: string[];
}

/** A connection as it is now; `digested` where it is forbidden and its lines were read. */
export interface LatterEdge extends LookedEdge {
  digested: { place: CodeLocation; digest: string }[] | null;
}

export interface ChangedConnection extends LookedEdge {
  change: ArchitectureChange["change"];
}

/** What came, what went, and where more lines cross a connection that was forbidden before. */
export function compareLooks(former: readonly FormerEdge[], latter: readonly LatterEdge[]): ChangedConnection[] {
  const before = new Map(former.map((edge) => [edgeKey(edge), edge]));
  const now = new Set(latter.map(edgeKey));
  return [
    ...latter.flatMap((edge): ChangedConnection[] => {
      const known = before.get(edgeKey(edge));
      if (known === undefined) return [describe("appeared", edge, edge.evidence)];
      if (known.lines === undefined || edge.digested === null) return [];
      const added = addedPlaces(known.lines, edge.digested);
      return added.length === 0 ? [] : [describe("grew", edge, added)];
    }),
    ...former.filter((edge) => !now.has(edgeKey(edge))).map((edge) => describe("vanished", edge, edge.evidence)),
  ];
}

function describe(
  change: ChangedConnection["change"],
  { sourceId, targetId, kinds }: LookedEdge,
  evidence: readonly CodeLocation[],
): ChangedConnection {
  return { change, sourceId, targetId, kinds, evidence: evidence.slice(0, maxEvidence) };
}
