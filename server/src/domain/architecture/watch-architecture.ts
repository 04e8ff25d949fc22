import { createHash } from "node:crypto";

import { maxEvidence, type Architecture, type DriftState } from "@cairn/contract/architecture";
import { maxArchitectureChanges } from "@cairn/contract/architecture-changes";

import type { Ctx } from "#server/ctx.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import type { ListenerCtx } from "#server/edge.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { insertChanges, lockLook, upsertLook, type ChangeRow, type SeenEdge } from "./architecture-changes.store.ts";
import { edgeKey } from "./derive/edge-builder.ts";
import { joinArchitecture, saysOrderAlone } from "./join-architecture.ts";
import { gatherArchitecture, type GatheredArchitecture } from "./load-architecture.ts";

/** Code came, or services are others: what connects them is looked at after the transaction `db`. */
export async function startWatching(
  ctx: Pick<ListenerCtx, "enqueue">,
  db: Db,
  { organizationId, projectId }: ProjectKey,
): Promise<void> {
  await ctx.enqueue(db, "watch-architecture", { organizationId, projectId }, projectId);
}

/**
 * Compares what the code connects with what it connected when somebody looked last, and keeps what came and what went
 * with the commit and its lines. With other services the same code has other connections, so nothing is compared then;
 * nor while an index is missing.
 */
export async function watchArchitecture(ctx: Ctx, { organizationId, projectId }: ProjectKey): Promise<void> {
  const project = { organizationId, projectId };
  const gathered = await gatherArchitecture(ctx, project);
  if (gathered.derived.isCutOff || gathered.states.some(({ state }) => state === "missing")) return;
  const layout = createHash("sha256").update(gathered.layout.key).digest("hex");
  const edges = gathered.derived.edges
    .filter(({ derived }) => !saysOrderAlone(derived))
    .map(({ sourceId, targetId, derived: { kinds, evidence } }): SeenEdge => {
      return { sourceId, targetId, kinds, evidence: evidence.slice(0, maxEvidence).map(({ place }) => place) };
    });
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const former = await lockLook(tx, project);
    if (former === "gone") return;
    await upsertLook(tx, { ...project, layout, edges, lookedAt: now });
    if (former?.layout !== layout) return;
    const rows = compareLooks(gathered, { former: former.edges, latter: edges }).map((change) => ({
      ...project,
      ...change,
      changeId: ctx.newId(),
      foundAt: now,
    }));
    await insertChanges(tx, project, { rows, most: maxArchitectureChanges });
  });
}

type UnkeptChange = Omit<ChangeRow, "changeId" | "organizationId" | "projectId" | "foundAt">;

function compareLooks(
  gathered: GatheredArchitecture,
  { former, latter }: { former: readonly SeenEdge[]; latter: readonly SeenEdge[] },
): UnkeptChange[] {
  const before = new Map(former.map((edge) => [edgeKey(edge), edge]));
  const now = new Map(latter.map((edge) => [edgeKey(edge), edge]));
  const architecture = joinArchitecture(gathered);
  const appeared = latter.filter((edge) => !before.has(edgeKey(edge)));
  const vanished = former.filter((edge) => !now.has(edgeKey(edge)));
  return [
    ...appeared.flatMap((edge) => toChange(gathered, architecture, { edge, change: "appeared" })),
    ...vanished.flatMap((edge) => toChange(gathered, architecture, { edge, change: "vanished" })),
  ];
}

/** None where its repository is gone. */
function toChange(
  { repositories }: GatheredArchitecture,
  architecture: Architecture,
  { edge, change }: { edge: SeenEdge; change: ChangeRow["change"] },
): UnkeptChange[] {
  const { sourceId, targetId, kinds, evidence } = edge;
  const [place] = evidence;
  const repository = repositories.find(({ repositoryId }) => repositoryId === place?.repositoryId);
  if (place === undefined || repository === undefined) return [];
  const nameOf = (nodeId: string) => architecture.nodes.find((node) => node.nodeId === nodeId)?.name ?? plainId(nodeId);
  const drift: DriftState | null = architecture.edges.find((one) => edgeKey(one) === edgeKey(edge))?.drift ?? null;
  const { repositoryId, name: repositorySlug } = repository;
  const names = { sourceName: nameOf(sourceId), targetName: nameOf(targetId) };
  const commit = newestCommitOf(repository, place.path);
  return [{ change, sourceId, targetId, ...names, kinds, drift, repositoryId, repositorySlug, commit, evidence }];
}

/** Of a node that is gone: the last part of its id, which is its name in small letters. */
function plainId(nodeId: string): string {
  return nodeId.split(":").at(-1) ?? nodeId;
}

function newestCommitOf({ index }: IndexedRepository, path: string): string {
  return index.history.commitsTouching(path, 1)[0]?.oid ?? index.commit;
}
