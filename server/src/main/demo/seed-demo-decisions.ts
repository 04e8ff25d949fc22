import { setTimeout as wait } from "node:timers/promises";

import { mergeImplementation } from "@cairn/contract/implementation-merging";
import { discardImplementation, listImplementations, type Implementation } from "@cairn/contract/implementations";
import { listArtifacts } from "@cairn/contract/pages";
import { getInitialSetup } from "@cairn/contract/projects";
import { getTask, getTaskBoard, updateCriterion } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";

import type { ApiCaller } from "./api-caller.ts";
import { ignoreLate, leaveOut, type DemoImplementation } from "./seed-demo-implementations.ts";

const pollMs = 1_000;
/** A machine may be slow, but nobody waits for ever: what is not written or run by then stays undecided. */
const maxTries = 900;

/**
 * What the team of the demo decided: as their runs end, two implementations are merged and one is discarded. What was decided,
 * by this or by anybody, stays; so does what nobody could check, as on a machine without a sandbox. Merging moves the branch,
 * so it comes after the first pages, which then follow it.
 */
export async function seedDemoDecisions(
  ctx: Pick<Ctx, "log" | "signal">,
  client: ApiCaller,
  project: { organizationId: string; projectId: string },
  implementations: readonly DemoImplementation[],
): Promise<void> {
  const { cards } = await client.call(getTaskBoard, { params: project });
  for (const { task, decision } of implementations) {
    const taskId = cards.find(({ title }) => title === task)?.taskId;
    if (taskId === undefined || (decision !== "merge" && decision !== "discard")) continue;
    const params = { ...project, taskId };
    await decide(ctx.signal, client, params, decision).catch((error: unknown) => leaveOut(ctx, error, task));
  }
}

async function decide(
  signal: AbortSignal,
  client: ApiCaller,
  params: { organizationId: string; projectId: string; taskId: string },
  decision: "merge" | "discard",
): Promise<void> {
  const ended = await findEnded(signal, client, params);
  if (ended?.outcome !== "completed") return;
  if (decision === "merge") return await merge(signal, client, params, ended);
  if (ended.state !== "created") return;
  const { implementationId } = ended;
  await client.call(discardImplementation, { params: { ...params, implementationId } }).catch(ignoreLate);
}

/** Also where somebody was killed after merging it: whoever merged it has looked at each criterion. */
async function merge(
  signal: AbortSignal,
  client: ApiCaller,
  params: { organizationId: string; projectId: string; taskId: string },
  { state, head, implementationId }: Implementation,
): Promise<void> {
  if (head === null || state === "discarded") return;
  if (state === "created") {
    await untilPagesAreWritten(signal, client, params);
    const one = { params: { ...params, implementationId }, body: { head } };
    const merged = await client.call(mergeImplementation, one).catch(ignoreLate);
    if (merged?.state !== "merged") return;
  }
  const { acceptanceCriteria } = await client.call(getTask, { params });
  for (const { id: criterionId, done } of acceptanceCriteria) {
    if (!done) await client.call(updateCriterion, { params: { ...params, criterionId }, body: { done: true } });
  }
}

/** The newest implementation, once its run has ended; null where there is none, or it takes longer than anybody waits. */
async function findEnded(
  signal: AbortSignal,
  client: ApiCaller,
  params: { organizationId: string; projectId: string; taskId: string },
): Promise<Implementation | null> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { content } = await client.call(listImplementations, { params, query: { limit: "1" } });
    const [newest] = content;
    if (newest === undefined) return null;
    if (!newest.running) return newest;
    await wait(pollMs, undefined, { signal });
  }
  return null;
}

async function untilPagesAreWritten(
  signal: AbortSignal,
  client: ApiCaller,
  project: { organizationId: string; projectId: string },
) {
  const { organizationId, projectId } = project;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const params = { organizationId, projectId };
    const { progress } = await client.call(getInitialSetup, { params });
    const { content } = await client.call(listArtifacts, { params: { organizationId }, query: { projectId } });
    if (progress === 100 && content.every(({ isUpdating }) => !isUpdating)) return;
    await wait(pollMs, undefined, { signal });
  }
}
