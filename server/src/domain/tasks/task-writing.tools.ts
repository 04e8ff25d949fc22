import { notFound } from "@cairn/contract/errors";
import { taskStateNames, taskStates } from "@cairn/contract/task-states";
import {
  criterionTextSchema,
  maxCriteria,
  maxTaskBlockers,
  maxTaskLabels,
  taskDescriptionSchema,
  taskLabelSchema,
  taskPriorities,
  taskTitleSchema,
  type Criterion,
  type Task,
} from "@cairn/contract/tasks";
import { z } from "zod";

import type { Ctx } from "#server/ctx.ts";
import { findServiceByName } from "#server/domain/services/find-service-by-name.ts";
import { defineTool, type ToolResult, type ToolScope } from "#server/edge.ts";

import { createTask } from "./create-task.ts";
import { findTask } from "./find-task.ts";
import { taskData, taskLine, taskNameInput } from "./task-words.ts";
import { updateCriterion } from "./update-criterion.ts";
import { updateTask } from "./update-task.ts";

const createTaskTool = defineTool({
  name: "create_task",
  description:
    "Creates a task of the product for your user's team. Look with list_tasks first whether there is one already. Your user's name stands on it, marked as an agent's.",
  verb: "Creating a task",
  writes: { action: "task.create", isRepeatable: false },
  input: z.object({
    title: taskTitleSchema.describe("What is to be different afterwards, in one line"),
    description: taskDescriptionSchema.optional().describe("Markdown"),
    acceptanceCriteria: z
      .array(criterionTextSchema)
      .max(maxCriteria, `A task can't have more than ${maxCriteria} criteria`)
      .optional()
      .describe("Checks that say when the task is done, each in a sentence"),
    service: z.string().trim().min(1).max(100).optional().describe("Name or id of the service it is about"),
    state: z.enum(["backlog", "todo"]).optional().describe("backlog unless given"),
    priority: z.enum(taskPriorities).optional(),
    labels: z
      .array(taskLabelSchema)
      .max(maxTaskLabels, `A task can't have more than ${maxTaskLabels} labels`)
      .optional(),
    blockedBy: z
      .array(taskNameInput)
      .max(maxTaskBlockers, `A task can't wait for more than ${maxTaskBlockers} others`)
      .optional()
      .describe("Tasks that are to be done before this one"),
    idempotencyKey: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("Any text of your own: a call with the same one creates no second task, for a day"),
  }),
  async run(ctx, scope, { service, blockedBy = [], acceptanceCriteria = [], ...fields }) {
    const serviceId = service === undefined ? null : await requireServiceId(ctx, scope, service);
    const blockerIds: string[] = [];
    for (const nameOrId of blockedBy) blockerIds.push(await requireBlockerId(ctx, scope, nameOrId));
    const task = await createTask(ctx, {
      ...scope,
      ...fields,
      serviceId,
      blockedBy: blockerIds,
      acceptanceCriteria: acceptanceCriteria.map((text) => ({ text, done: false, id: undefined })),
    });
    return answer("Created", task);
  },
});

const moveTaskTool = defineTool({
  name: "move_task",
  description:
    "Moves a task to another state: between backlog, todo and in-progress. Say in-progress when you begin to work on it. What is reviewed, done or archived is moved by people.",
  verb: "Moving a task",
  writes: { action: "task.move", isRepeatable: true },
  input: z.object({ task: taskNameInput, state: z.enum(taskStates).describe("Where it goes") }),
  async run(ctx, scope, { task: nameOrId, state }) {
    const { task: former } = await findTask(ctx, { ...scope, nameOrId });
    const task = await updateTask(ctx, { ...scope, taskId: former.taskId, state });
    return answer(former.state === state ? "It was there already" : `Moved from ${taskStateNames[former.state]}`, task);
  },
});

const updateCriterionTool = defineTool({
  name: "update_criterion",
  description:
    "Ticks one acceptance criterion of a task, or takes the tick away. Tick only what you have seen to be met. get_task lists the criteria.",
  verb: "Ticking a criterion",
  writes: { action: "task.tick", isRepeatable: true },
  input: z.object({
    task: taskNameInput,
    criterion: z
      .union([z.int().min(1).max(maxCriteria), z.string().trim().min(1).max(64)])
      .describe("Its id, or its number as get_task lists them, from 1"),
    done: z.boolean().default(true),
  }),
  async run(ctx, scope, { task: nameOrId, criterion: numberOrId, done }) {
    const { task: former } = await findTask(ctx, { ...scope, nameOrId });
    const criterion = findCriterion(former, numberOrId);
    if (criterion === undefined) throw notFound("Criterion");
    const task = await updateCriterion(ctx, { ...scope, taskId: former.taskId, criterionId: criterion.id, done });
    return answer(`${done ? "Ticked" : "No longer ticked"}: ${criterion.text}`, task);
  },
});

/** A text is an id first, since ids may look like numbers. */
function findCriterion({ acceptanceCriteria }: Task, numberOrId: number | string): Criterion | undefined {
  return acceptanceCriteria.find(({ id }) => id === numberOrId) ?? acceptanceCriteria[Number(numberOrId) - 1];
}

async function requireServiceId(ctx: Ctx, scope: ToolScope, nameOrId: string): Promise<string> {
  const service = await findServiceByName(ctx, scope, nameOrId);
  if (service === null) throw notFound("Service");
  return service.serviceId;
}

async function requireBlockerId(ctx: Ctx, scope: ToolScope, nameOrId: string): Promise<string> {
  return (await findTask(ctx, { ...scope, nameOrId })).task.taskId;
}

function answer(change: string, task: Task): ToolResult {
  const { acceptanceCriteria } = task;
  return { text: `${change}\n${taskLine(task)}`, data: { ...taskData(task), acceptanceCriteria } };
}

/** What agents may change where the product allows it; a chat's model has none of them. */
export const taskWritingTools = [createTaskTool, moveTaskTool, updateCriterionTool];
