import { goalSchema, maxItemLocations, maxPlanItems, planStates } from "@cairn/contract/plans";
import { fileLocationSchema, maxTaskPins } from "@cairn/contract/task-locations";
import { taskStateSchema } from "@cairn/contract/task-states";
import {
  criterionSchema,
  criterionTextSchema,
  maxCriteria,
  maxTaskBlockers,
  maxTaskLabels,
  taskDescriptionSchema,
  taskEventFields,
  taskLabelSchema,
  taskPrioritySchema,
  taskTitleSchema,
} from "@cairn/contract/tasks";
import { z } from "zod";

import type { MovablePlan } from "#server/domain/plans/moving/list-movable-plans.ts";
import type { MovableTask } from "#server/domain/tasks/moving/list-movable-tasks.ts";
import { storable } from "#server/text/storable.ts";

/** Where the tasks and plans of a product stand in a folder of its pages. */
export const tasksFileName = "tasks.jsonl";

const moment = z.iso.datetime().transform((at) => new Date(at));
const number = z.number().int().min(1).max(1_000_000_000);
const line = z.number().int().min(1).nullable();
const path = z.string().min(1).max(4_096);
const said = z.string().max(200_000).nullable();

/** First line: whose tasks these are. */
const headSchema = z.object({
  kind: z.literal("product"),
  format: z.literal(1),
  /** Its slug. */
  product: z.string(),
  taskKey: z
    .string()
    .regex(/^[A-Z][A-Z0-9]{0,9}$/)
    .nullable(),
  lastTaskNumber: z.number().int().min(0).max(1_000_000_000),
});

/** What the ids in the other lines mean. */
const personSchema = z.object({
  kind: z.literal("person"),
  userId: z.uuid(),
  name: z.string().max(200),
  /** Null for somebody who is no member there any more. */
  email: z.string().max(320).nullable(),
});
const serviceSchema = z.object({ kind: z.literal("service"), serviceId: z.uuid(), name: z.string() });
const repositorySchema = z.object({ kind: z.literal("repository"), repositoryId: z.uuid(), slug: z.string() });

const taskLineSchema = z.object({
  kind: z.literal("task"),
  taskId: z.uuid(),
  projectTaskId: number,
  title: taskTitleSchema,
  description: taskDescriptionSchema,
  acceptanceCriteria: z.array(criterionSchema.extend({ text: criterionTextSchema })).max(maxCriteria),
  state: taskStateSchema,
  priority: taskPrioritySchema,
  labels: z.array(taskLabelSchema).max(maxTaskLabels),
  serviceId: z.uuid().nullable(),
  parentId: z.uuid().nullable(),
  assigneeId: z.uuid().nullable(),
  createdBy: z.uuid().nullable(),
  createdAt: moment,
  updatedAt: moment,
  originUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .nullable(),
  originKey: z.string().max(500).nullable(),
  blockedBy: z.array(z.uuid()).max(maxTaskBlockers),
  pins: z
    .array(
      z.object({
        repositoryId: z.uuid(),
        path,
        kind: z.enum(["pinned", "removed"]),
        startLine: line,
        endLine: line,
        symbol: z.string().max(500).nullable(),
        createdBy: z.uuid().nullable(),
        createdAt: moment,
      }),
    )
    .max(maxTaskPins),
  events: z.array(
    z.object({
      eventId: z.uuid(),
      field: z.enum(taskEventFields),
      by: z.enum(["person", "system", "agent"]),
      actorId: z.uuid().nullable(),
      from: said,
      to: said,
      createdAt: moment,
    }),
  ),
});

const planLineSchema = z.object({
  kind: z.literal("plan"),
  planId: z.uuid(),
  goal: goalSchema,
  state: z.enum(planStates),
  error: said,
  notes: z.array(z.string()),
  nothing: z.enum(["no-text", "not-in-code", "not-indexed"]).nullable(),
  writtenBy: z.string().max(200).nullable(),
  origin: z.enum(["chat", "page"]).nullable(),
  artifactId: z.uuid().nullable(),
  createdBy: z.uuid().nullable(),
  createdAt: moment,
  updatedAt: moment,
  items: z
    .array(
      z.object({
        itemId: z.uuid(),
        title: taskTitleSchema,
        description: taskDescriptionSchema,
        criteria: z.array(criterionTextSchema).max(maxCriteria),
        serviceId: z.uuid().nullable(),
        note: said,
        version: z.number().int().min(0),
        taskId: z.uuid().nullable(),
        projectTaskId: number.nullable(),
        acceptedAt: moment.nullable(),
        blockedBy: z.array(z.uuid()).max(maxPlanItems),
        locations: z
          .array(
            z.object({
              repositoryId: z.uuid(),
              path,
              startLine: line,
              endLine: line,
              symbol: z.string().max(500).nullable(),
              why: fileLocationSchema.shape.why,
            }),
          )
          .max(maxItemLocations),
      }),
    )
    .max(maxPlanItems),
});

const lineSchema = z.discriminatedUnion("kind", [
  headSchema,
  personSchema,
  serviceSchema,
  repositorySchema,
  taskLineSchema,
  planLineSchema,
]);

/** The tasks and plans of a product, as its file holds them; ids are those of where it was written. */
export interface TasksFile {
  product: string;
  taskKey: string | null;
  lastTaskNumber: number;
  people: { userId: string; name: string; email: string | null }[];
  services: { serviceId: string; name: string }[];
  repositories: { repositoryId: string; slug: string }[];
  tasks: MovableTask[];
  plans: MovablePlan[];
}

/** A file that is none of ours, or a damaged one; the message says which line, and what is wrong with it. */
export class TasksFileError extends Error {}

/** One JSON object a line, so that a version control system shows what changed. */
export function formatTasksFile({ people, services, repositories, tasks, plans, ...product }: TasksFile): string {
  const lines = [
    { kind: "product", format: 1, ...product },
    ...people.map((one) => ({ kind: "person", ...one })),
    ...services.map((one) => ({ kind: "service", ...one })),
    ...repositories.map((one) => ({ kind: "repository", ...one })),
    ...tasks.map((one) => ({ kind: "task", ...one })),
    ...plans.map((one) => ({ kind: "plan", ...one })),
  ];
  return lines.map((one) => `${JSON.stringify(one)}\n`).join("");
}

/** Throws a `TasksFileError`. Ids that the file itself contradicts are refused; those that nothing explains are kept. */
export function parseTasksFile(text: string): TasksFile {
  const file: OpenFile = {
    product: null,
    taskKey: null,
    lastTaskNumber: 0,
    people: [],
    services: [],
    repositories: [],
    tasks: [],
    plans: [],
  };
  for (const [at, raw] of text.split(/\r?\n/).entries()) {
    if (raw.trim() === "") continue;
    addLine(file, parseLine(raw, at + 1));
  }
  const { product, ...rest } = file;
  if (product === null) throw new TasksFileError("It does not say whose tasks these are.");
  refuseContradictions(rest.tasks);
  return { product, ...rest };
}

/** While it is read: nothing says yet whose it is. */
type OpenFile = Omit<TasksFile, "product"> & { product: string | null };

function addLine(file: OpenFile, parsed: z.output<typeof lineSchema>): void {
  switch (parsed.kind) {
    case "product":
      file.product = parsed.product;
      file.taskKey = parsed.taskKey;
      file.lastTaskNumber = parsed.lastTaskNumber;
      break;
    case "person":
      file.people.push(withoutKind(parsed));
      break;
    case "service":
      file.services.push(withoutKind(parsed));
      break;
    case "repository":
      file.repositories.push(withoutKind(parsed));
      break;
    case "task":
      file.tasks.push(withoutKind(parsed));
      break;
    case "plan":
      file.plans.push(withoutKind(parsed));
  }
}

function withoutKind<T extends { kind: string }>({ kind: _kind, ...line }: T): Omit<T, "kind"> {
  return line;
}

function parseLine(raw: string, number: number): z.output<typeof lineSchema> {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    throw new TasksFileError(`Line ${number} is not whole.`);
  }
  const parsed = lineSchema.safeParse(storable(value));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new TasksFileError(
    `Line ${number}, ${issue?.path.join(".") || "kind"}: ${issue?.message ?? "cannot be read"}.`,
  );
}

function refuseContradictions(tasks: readonly MovableTask[]): void {
  for (const key of ["taskId", "projectTaskId"] as const) {
    if (new Set(tasks.map((task) => task[key])).size < tasks.length) throw new TasksFileError("It has a task twice.");
  }
  const parents = new Map(tasks.map(({ taskId, parentId }) => [taskId, parentId]));
  if (tasks.some(({ parentId }) => parentId !== null && (parents.get(parentId) ?? null) !== null)) {
    throw new TasksFileError("It has sub-tasks of sub-tasks.");
  }
  if (hasCircle(tasks)) throw new TasksFileError("It has tasks that wait for each other in a circle.");
}

/** Takes away what waits for nothing that is left, until nothing changes. */
function hasCircle(tasks: readonly MovableTask[]): boolean {
  const waiting = new Map(tasks.map(({ taskId, blockedBy }) => [taskId, new Set(blockedBy)]));
  const waiters = Map.groupBy(
    tasks.flatMap(({ taskId, blockedBy }) => blockedBy.map((blockerId) => ({ taskId, blockerId }))),
    ({ blockerId }) => blockerId,
  );
  for (const blockers of waiting.values()) for (const id of blockers) if (!waiting.has(id)) blockers.delete(id);
  const free = [...waiting].filter(([, blockers]) => blockers.size === 0).map(([taskId]) => taskId);
  // Grows while it is walked.
  for (const id of free) {
    for (const { taskId } of waiters.get(id) ?? []) {
      const blockers = waiting.get(taskId);
      if (blockers?.delete(id) === true && blockers.size === 0) free.push(taskId);
    }
  }
  return free.length < tasks.length;
}
