import { setTimeout as wait } from "node:timers/promises";

import { AppError } from "@cairn/contract/errors";
import {
  getImplementationOptions,
  listImplementations,
  startImplementation,
  stopImplementation,
  type Implementation,
} from "@cairn/contract/implementations";
import { getTaskBoard } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";

import type { ApiCaller } from "./api-caller.ts";

const pollMs = 1_000;
const maxTries = 300;

export interface DemoImplementation {
  /** Title of the task, whose description holds the diff. */
  task: string;
  /** What people decide about it: nothing where they still have to. */
  decision: "merge" | "discard" | "stop" | null;
}

/**
 * Two that were merged, two that are ready for review, one that breaks a test and was discarded, and one that somebody
 * stopped as soon as it was begun. Those that somebody waits for come first.
 */
export const demoImplementations: readonly DemoImplementation[] = [
  { task: "Read the board aloud", decision: "merge" },
  { task: "Remove delay reports of last season", decision: "merge" },
  { task: "Refuse a client that asks more than once in ten seconds", decision: "stop" },
  { task: "Name the line of a broken timetable in the log", decision: "discard" },
  { task: "Show tide times", decision: null },
  { task: "Say since when the data is old", decision: null },
];

/** Of these a visitor's copy has two: one that was merged and one to review. The others are theirs to implement. */
export const copiedImplementations = demoImplementations.filter(({ task }) =>
  ["Show tide times", "Read the board aloud"].includes(task),
);

/**
 * Begins the runs of the demo product, which work on while the server is used already. Tasks that have an implementation
 * get no other one.
 */
export async function seedDemoImplementations(
  { signal }: Pick<Ctx, "signal">,
  client: ApiCaller,
  project: { organizationId: string; projectId: string },
  implementations: readonly DemoImplementation[],
): Promise<void> {
  const { cards } = await client.call(getTaskBoard, { params: project });
  for (const { task, decision } of implementations) {
    const card = cards.find(({ title }) => title === task);
    if (card === undefined) continue;
    const params = { ...project, taskId: card.taskId };
    const { content } = await client.call(listImplementations, { params, query: { limit: "1" } });
    let implementation: Implementation | undefined = content[0];
    if (implementation === undefined && card.state === "todo") {
      await untilOpen(signal, client, params);
      implementation = await client.call(startImplementation, { params, body: { engine: "diff" } });
    }
    if (decision !== "stop" || !implementation?.running) continue;
    const { implementationId } = implementation;
    await client.call(stopImplementation, { params: { ...params, implementationId } }).catch(ignoreLate);
  }
}

/** Code that was pushed a moment ago is read in the background. */
async function untilOpen(
  signal: AbortSignal,
  client: ApiCaller,
  params: { organizationId: string; projectId: string; taskId: string },
) {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { obstacle } = await client.call(getImplementationOptions, { params });
    if (obstacle === null) return;
    await wait(pollMs, undefined, { signal });
  }
}

/** Somebody may have removed what this is about; the rest goes on without it. */
export function leaveOut({ log }: Pick<Ctx, "log">, error: unknown, about: string): void {
  if (!(error instanceof AppError && error.code === "not_found")) throw error;
  log.warn({ error, about }, "a part of the demo was left out, because what it is about was removed");
}

/** A run may be over before it can be stopped, and a change decided upon by somebody who was quicker. */
export function ignoreLate(error: unknown): undefined {
  if (error instanceof AppError && error.code === "conflict") return undefined;
  throw error;
}
