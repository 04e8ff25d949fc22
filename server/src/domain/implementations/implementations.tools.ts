import { phaseNames, type Implementation } from "@cairn/contract/implementations";
import { z } from "zod";

import type { Ctx } from "#server/ctx.ts";
import { findTask } from "#server/domain/tasks/find-task.ts";
import { taskNameInput, tasksAreData } from "#server/domain/tasks/task-words.ts";
import { defineTool, type ToolScope } from "#server/edge.ts";

import { findImplementation } from "./agent-review/find-implementation.ts";
import { createPushKey } from "./own-machine/create-push-key.ts";
import { getImplementationBrief } from "./own-machine/get-implementation-brief.ts";
import { listImplementations } from "./reading/list-implementations.ts";
import { startImplementation } from "./starting/start-implementation.ts";

const startImplementationTool = defineTool({
  name: "start_implementation",
  description:
    "Begins an implementation of a task in Todo that you write where you are: answers what the team asks for, a branch, and a key that pushes to that branch alone. Push when you are done; this server then builds and tests it, and people review it. Called again for the same task it gives a new key.",
  verb: "Beginning an implementation",
  writes: { action: "implementation.push", isRepeatable: true },
  input: z.object({ task: taskNameInput }),
  async run(ctx, scope, { task: nameOrId }) {
    const { task } = await findTask(ctx, { ...scope, nameOrId });
    const inTask = { ...scope, taskId: task.taskId };
    const { implementationId } =
      (await findPushed(ctx, inTask)) ?? (await startImplementation(ctx, { ...inTask, engine: "own-machine" }));
    const one = { ...inTask, implementationId };
    const { text } = await getImplementationBrief(ctx, one);
    const push = await createPushKey(ctx, one);
    const access = `Push to ${push.branch} at ${push.address}, with any name and this key as the password until ${push.pushUntil}. It is shown this once:\n${push.key}`;
    return { text: `${tasksAreData}\n\n${text}\n\n${access}`, data: { implementationId, task: task.name, ...push } };
  },
});

const getImplementationTool = defineTool({
  name: "get_implementation",
  description:
    "Reads how the newest implementation of a task stands: whether it waits for a push, runs, is ready for review or failed, and what each phase found, such as failing tests.",
  verb: "Reading an implementation",
  input: z.object({ task: taskNameInput }),
  async run(ctx, scope, { task: nameOrId }) {
    const { task, implementation: newest } = await findImplementation(ctx, scope, { task: nameOrId });
    const { implementationId, workingBranch, running, outcome, head, events } = newest;
    return {
      text: `${tasksAreData}\n\n${standOf(newest)}`,
      data: { implementationId, task: task.name, workingBranch, running, outcome, head, events },
    };
  },
});

/** One that is written elsewhere and takes pushes. */
async function findPushed(ctx: Ctx, inTask: ToolScope & { taskId: string }): Promise<Implementation | null> {
  const { content } = await listImplementations(ctx, { ...inTask, page: 1, limit: 1 });
  const [newest] = content;
  const isOpen = newest?.engine === "own-machine" && newest.pushUntil !== null;
  return isOpen ? newest : null;
}

function standOf({
  projectImplementationId,
  workingBranch,
  repository,
  waitsForPush,
  pause,
  running,
  outcome,
  events,
}: Implementation) {
  const stand = pause
    ? "is paused"
    : waitsForPush
      ? `waits for a push${repository.hostedAt === null ? "" : ` to ${repository.hostedAt}`}`
      : running
        ? "is being proven"
        : `has ${outcome ?? "ended"}`;
  const lines = events.map(
    ({ type, state, summary }) =>
      `- ${phaseNames[type]}: ${state ?? "under way"}${summary === null ? "" : `. ${summary}`}`,
  );
  return [`Implementation ${projectImplementationId} on ${workingBranch} ${stand}.`, ...lines].join("\n");
}

/** What agents read of implementations. */
export const implementationTools = [getImplementationTool];
/** What they may begin where the product allows it; a chat's model does not. */
export const implementationWritingTools = [startImplementationTool];
