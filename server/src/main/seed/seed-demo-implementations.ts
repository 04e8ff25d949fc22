import { setTimeout as wait } from "node:timers/promises";

import { AppError } from "@cairn/contract/errors";
import {
  getImplementationOptions,
  listImplementations,
  startImplementation,
  stopImplementation,
} from "@cairn/contract/implementations";
import { getTaskBoard } from "@cairn/contract/tasks";

import type { ApiClient } from "./api-client.ts";

const pollMs = 200;
const maxTries = 300;

interface DemoImplementation {
  /** Title of the task, whose description holds the diff. */
  task: string;
  /** It is stopped as soon as it was begun. */
  isStopped?: boolean;
}

/** Two that are ready for review, one whose diff is too old to apply, and one that somebody stopped. */
const implementations: readonly DemoImplementation[] = [
  { task: "Show tide times" },
  { task: "Say since when the data is old" },
  { task: "Name the line of a broken timetable in the log" },
  { task: "Refuse a client that asks more than once in ten seconds", isStopped: true },
];

/**
 * Begins the runs of the demo product, which work on while the server is used already. Tasks that have an implementation
 * get no other one.
 */
export async function seedDemoImplementations(
  client: ApiClient,
  project: { organizationId: string; projectId: string },
): Promise<void> {
  const { cards } = await client.call(getTaskBoard, { params: project });
  for (const { task, isStopped = false } of implementations) {
    const taskId = cards.find(({ title, state }) => title === task && state === "todo")?.taskId;
    if (taskId === undefined) continue;
    const params = { ...project, taskId };
    if ((await client.call(listImplementations, { params, query: { limit: "1" } })).total > 0) continue;
    await untilOpen(client, params);
    const { implementationId } = await client.call(startImplementation, { params, body: { engine: "diff" } });
    if (isStopped) await client.call(stopImplementation, { params: { ...params, implementationId } }).catch(ignoreLate);
  }
}

/** Code that was pushed a moment ago is read in the background. */
async function untilOpen(client: ApiClient, params: { organizationId: string; projectId: string; taskId: string }) {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { obstacle } = await client.call(getImplementationOptions, { params });
    if (obstacle === null) return;
    await wait(pollMs);
  }
}

/** A run may be over before it can be stopped. */
function ignoreLate(error: unknown): void {
  if (error instanceof AppError && error.code === "conflict") return;
  throw error;
}
