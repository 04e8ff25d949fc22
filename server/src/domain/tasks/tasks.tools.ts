import { taskLocationsSchema } from "@cairn/contract/task-locations";
import { taskStates } from "@cairn/contract/task-states";
import { z } from "zod";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { findServiceByName } from "#server/domain/services/find-service-by-name.ts";
import { defineTool, type ToolScope } from "#server/edge.ts";

import { findTask } from "./find-task.ts";
import { getTaskLocations } from "./get-task-locations.ts";
import { listTasks } from "./list-tasks.ts";
import { locationsText, taskData, taskLine, taskNameInput, tasksAreData, taskSource, taskText } from "./task-words.ts";

const maxListed = 100;

const listTasksTool = defineTool({
  name: "list_tasks",
  description:
    "Lists tasks of the product, newest first: name, title, state, service and who has it. Narrow them by state, service or words. Read one with get_task.",
  verb: "Listing tasks",
  input: z.object({
    state: z.enum(taskStates).optional().describe("Only tasks in this state"),
    service: z.string().trim().min(1).max(100).optional().describe("Name or id of a service"),
    text: z.string().trim().min(1).max(200).optional().describe("Words of the title or the description"),
    page: z.number().int().min(1).max(1_000_000).default(1).describe("Which hundred tasks, from 1"),
  }),
  async run(ctx, scope, { state, service, text, page }) {
    const serviceId = service === undefined ? undefined : await findServiceId(ctx, scope, service);
    if (serviceId === null) return { text: "This product has no service of that name.", data: { tasks: [], total: 0 } };
    const filters = { state: state && [state], serviceId, text };
    const { content, total } = await listTasks(ctx, { ...scope, ...filters, page, limit: maxListed });
    const shown = content.length === 0 ? "There are no such tasks." : content.map(taskLine).join("\n");
    return {
      text: `${tasksAreData}\n\n${shown}`,
      data: { tasks: content.map(taskData), total, sources: content.map((task) => taskSource(task, "header")) },
    };
  },
});

const getTaskTool = defineTool({
  name: "get_task",
  description:
    "Reads one task of the product: its description as Markdown, its acceptance criteria, its state, its sub-tasks, the task that it is part of, and the tasks that are to be done before it.",
  verb: "Reading a task",
  input: z.object({ task: taskNameInput }),
  async run(ctx, scope, { task: nameOrId }) {
    const found = await findTask(ctx, { ...scope, nameOrId });
    const { description, acceptanceCriteria } = found.task;
    const blockers = found.blockers.map(taskData);
    const subtasks = found.subtasks.map(taskData);
    const parent = found.parent && taskData(found.parent);
    const sources = [taskSource(found.task)];
    const data = { ...taskData(found.task), description, acceptanceCriteria, parent, subtasks, blockers, sources };
    return { text: `${tasksAreData}\n\n${taskText(found)}`, data };
  },
});

const getTaskLocationsTool = defineTool({
  name: "get_task_locations",
  description:
    "Tells where a task lands: the files and declarations it probably touches with the lines that say so, pages that describe them, past commits alike, and files that people pinned to it.",
  verb: "Looking where a task lands",
  input: z.object({ task: taskNameInput }),
  async run(ctx, scope, { task: nameOrId }) {
    const { task } = await findTask(ctx, { ...scope, nameOrId });
    const found = taskLocationsSchema.parse(await getTaskLocations(ctx, { ...scope, taskId: task.taskId }));
    const { locations, nothing } = found;
    return {
      text: `${tasksAreData}\n\n${taskLine(task)}\n\n${locationsText(found)}`,
      data: { ...taskData(task), locations, nothing },
    };
  },
});

async function findServiceId(ctx: Ctx, scope: ToolScope, name: string): Promise<string | null> {
  const project = await requireProject(ctx, scope, "task.read");
  return (await findServiceByName(ctx, project, name))?.serviceId ?? null;
}

export const taskTools = [listTasksTool, getTaskTool, getTaskLocationsTool];
