import { createHash } from "node:crypto";

import { maxEvidence, type Architecture } from "@cairn/contract/architecture";
import { maxArchitectureChanges } from "@cairn/contract/architecture-changes";
import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import type { ListenerCtx } from "#server/edge.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import {
  insertChanges,
  lockLook,
  selectLook,
  upsertLook,
  type ChangeRow,
  type SeenEdge,
} from "./architecture-changes.store.ts";
import { edgeKey } from "./derive/edge-builder.ts";
import { joinArchitecture, saysOrderAlone } from "./join-architecture.ts";
import { gatherArchitecture, type GatheredArchitecture } from "./load-architecture.ts";
import { compareLooks, type ChangedConnection, type LatterEdge } from "./watch/compare-looks.ts";
import { findBringer } from "./watch/find-bringer.ts";
import { digestPlaces, openPlaceLines, type LocatedLines } from "./watch/place-lines.ts";
import { tellDrift } from "./watch/tell-drift.ts";

/** Code came, or services are others: what connects them is looked at after the transaction `db`. */
export async function startWatching(
  ctx: Pick<ListenerCtx, "enqueue">,
  db: Db,
  { organizationId, projectId }: ProjectKey,
): Promise<void> {
  await ctx.enqueue(db, "watch-architecture", { organizationId, projectId }, projectId);
}

/**
 * Compares what the code connects with what it connected when somebody looked last, and keeps what came, what went and where
 * more of what is forbidden came, with the commit and its lines; who wants to know of drift is told. With other services
 * the same code has other connections, so nothing is compared then; nor while an index is missing.
 */
export async function watchArchitecture(ctx: Ctx, { organizationId, projectId }: ProjectKey): Promise<void> {
  const project = { organizationId, projectId };
  const gathered = await gatherArchitecture(ctx, project);
  if (gathered.derived.isCutOff || gathered.states.some(({ state }) => state === "missing")) return;
  const layout = createHash("sha256").update(gathered.layout.key).digest("hex");
  const lines = openPlaceLines(ctx, gathered.repositories);
  const latter = await lookAt(gathered, lines);
  const seen = await selectLook(ctx.db, project);
  const found = seen?.layout === layout ? compareLooks(seen.edges, latter) : [];
  const now = ctx.now();
  const changes = await describeChanges(ctx, gathered, { found, commits: seen?.commits ?? {}, lines });
  const rows = changes.map((change) => ({ ...project, ...change, changeId: ctx.newId(), foundAt: now }));
  const commits = Object.fromEntries(
    gathered.repositories.map(({ repositoryId, index }) => [repositoryId, index.commit]),
  );
  await ctx.db.transaction(async (tx) => {
    const former = await lockLook(tx, project);
    if (former === "gone") return;
    if (former?.lookedAt.getTime() !== seen?.lookedAt.getTime() || former?.layout !== seen?.layout)
      throw lookedMeanwhile();
    const edges = latter.map(({ digested, ...edge }): SeenEdge => {
      return digested === null ? edge : { ...edge, lines: digested.map(({ digest }) => digest) };
    });
    await upsertLook(tx, { ...project, layout, edges, commits, lookedAt: now });
    await insertChanges(tx, project, { rows, most: maxArchitectureChanges });
    await tellDrift(tx, rows);
  });
}

/** By somebody else, who told what there was to tell: what is left is found at the next try. */
function lookedMeanwhile(): AppError {
  return new AppError("conflict", { message: "The architecture was looked at meanwhile." });
}

async function lookAt({ derived, stated }: GatheredArchitecture, lines: LocatedLines): Promise<LatterEdge[]> {
  const forbidden = new Set(stated.edges.flatMap((row) => (row.stance === "forbidden" ? [edgeKey(row)] : [])));
  const latter: LatterEdge[] = [];
  for (const edge of derived.edges) {
    if (saysOrderAlone(edge.derived)) continue;
    const { sourceId, targetId, places } = edge;
    const { kinds, evidence } = edge.derived;
    const digested = forbidden.has(edgeKey(edge)) ? await digestPlaces(lines, places) : null;
    latter.push({
      sourceId,
      targetId,
      kinds,
      digested,
      evidence: evidence.slice(0, maxEvidence).map(({ place }) => place),
    });
  }
  return latter;
}

type UnkeptChange = Omit<ChangeRow, "changeId" | "organizationId" | "projectId" | "foundAt">;

/** None of a repository that is gone. */
async function describeChanges(
  ctx: Ctx,
  gathered: GatheredArchitecture,
  looked: { found: readonly ChangedConnection[]; commits: Readonly<Record<string, string>>; lines: LocatedLines },
): Promise<UnkeptChange[]> {
  const architecture = joinArchitecture(gathered);
  const drifts = new Map(architecture.edges.map((edge) => [edgeKey(edge), edge.drift]));
  const described: UnkeptChange[] = [];
  for (const found of looked.found) {
    const { change, sourceId, targetId, evidence } = found;
    const repository = gathered.repositories.find(({ repositoryId }) => repositoryId === evidence[0]?.repositoryId);
    if (repository === undefined) continue;
    const { repositoryId, name: repositorySlug } = repository;
    const own = evidence.filter((place) => place.repositoryId === repositoryId);
    const sinceCommit = looked.commits[repositoryId] ?? null;
    const bringer = await findBringer(ctx, repository, { change, evidence: own, sinceCommit, lines: looked.lines });
    const names = { sourceName: nameOf(architecture, sourceId), targetName: nameOf(architecture, targetId) };
    const drift = drifts.get(edgeKey(found)) ?? null;
    described.push({ ...found, ...names, drift, repositoryId, repositorySlug, ...bringer });
  }
  return described;
}

/** Of a node that is gone: the last part of its id, which is its name in small letters. */
function nameOf({ nodes }: Architecture, nodeId: string): string {
  return nodes.find((node) => node.nodeId === nodeId)?.name ?? nodeId.split(":").at(-1) ?? nodeId;
}
