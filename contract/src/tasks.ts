import { z } from "zod";

import { endpoint, noContent } from "./endpoint.ts";
import { listOf, listQuery, numberBetween } from "./lists.ts";
import { nameText } from "./name-text.ts";
import { projectParams } from "./project-params.ts";
import { taskStateSchema, type TaskState } from "./task-states.ts";
import { validation } from "./texts.ts";

/** Characters of Markdown; a description may hold a whole diff. */
export const maxTaskDescription = 100_000;
export const maxCriteria = 200;
export const maxCriterionText = 500;
export const maxTaskLabels = 20;
export const maxTaskBlockers = 50;
export const maxSubtasks = 100;
/** How many are changed or deleted in one call. */
export const maxTasksAtOnce = 100;
/** Cards of one lane that a board holds; its totals count all. */
export const maxLaneCards = 2_000;

/** From the least to the most pressing. */
export const taskPriorities = ["none", "low", "medium", "high", "urgent"] as const;
export const taskPrioritySchema = z.enum(taskPriorities);
export type TaskPriority = z.infer<typeof taskPrioritySchema>;

/** One check that says when a task is done. */
export const criterionSchema = z.object({
  /** Unique within its task; made by the server where a client gives none. */
  id: z.string(),
  text: z.string(),
  done: z.boolean(),
});
export type Criterion = z.infer<typeof criterionSchema>;

const person = z.object({ userId: z.uuid(), firstName: z.string().nullable(), lastName: z.string().nullable() });

const commonFields = {
  taskId: z.uuid(),
  /** The product that it is of. */
  projectId: z.uuid(),
  /** Counts the tasks of a product from 1; never given twice. */
  projectTaskId: z.number().int(),
  /** What people say, "FB-9": the product's key and the number. */
  name: z.string(),
  title: z.string(),
  state: taskStateSchema,
  /** Orders a lane by plain comparison of characters, those of equal rank by id. Means nothing across lanes. */
  rank: z.string(),
  priority: taskPrioritySchema,
  labels: z.array(z.string()),
  /** Null where none was chosen, or it was deleted. */
  service: z.object({ serviceId: z.uuid(), name: z.string() }).nullable(),
  /** Null for nobody, also when that person is no member any more. */
  assignee: person.nullable(),
  /** Ids of tasks of the same product that are to be done before this one. */
  blockedBy: z.array(z.uuid()),
  /** One of them is neither done nor archived. */
  isBlocked: z.boolean(),
  /** The task that this one is part of; null where there is none. One level: a task with a parent has no sub-tasks. */
  parent: z.object({ taskId: z.uuid(), name: z.string() }).nullable(),
  /** How many tasks are part of this one, and how many of them are done or archived. */
  subtasks: z.object({ done: z.number().int(), total: z.number().int() }),
  /** A run works on it, waits in line to, or waits for somebody's push. */
  isRunning: z.boolean(),
  /** When that run was put in line; null while there is none, or it waits for a push. */
  runSince: z.iso.datetime().nullable(),
  /** The first task of Todo that nothing blocks; one task of a product at most. */
  recommended: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

/** A task as a board shows it: what can be long stays away. */
export const taskCardSchema = z.object({
  ...commonFields,
  /** How many acceptance criteria there are, and how many are met. */
  criteria: z.object({ done: z.number().int(), total: z.number().int() }),
});
export type TaskCard = z.infer<typeof taskCardSchema>;

export const taskSchema = z.object({
  ...commonFields,
  /** Markdown; empty where nobody wrote one. */
  description: z.string(),
  acceptanceCriteria: z.array(criterionSchema),
  /** Address of what it was brought in from, such as an issue; null for nothing. */
  originUrl: z.string().nullable(),
  /** Null for the server itself, or when that account is gone. */
  creator: person.nullable(),
});
export type Task = z.infer<typeof taskSchema>;

/** The task as a board shows it. */
export function toTaskCard(task: Task): TaskCard {
  const { description: _description, acceptanceCriteria, originUrl: _originUrl, creator: _creator, ...common } = task;
  const done = acceptanceCriteria.filter((criterion) => criterion.done).length;
  return { ...common, criteria: { done, total: acceptanceCriteria.length } };
}

export const taskTitleSchema = nameText.min(2, validation.titleTooShort).max(128, validation.titleTooLong);

export const taskDescriptionSchema = z
  .string()
  .max(maxTaskDescription, `Description can't be longer than ${maxTaskDescription.toLocaleString("en")} characters`);

export const criterionTextSchema = nameText
  .min(1, "Criterion can't be empty")
  .max(maxCriterionText, `Criterion can't be longer than ${maxCriterionText} characters`);

const criterionId = z.string().min(1).max(64);

/** Plain texts are taken as well. */
const criteriaInput = z
  .array(
    z.union([
      criterionTextSchema.transform((text) => ({ text, done: false, id: undefined })),
      z.object({ id: criterionId.optional(), text: criterionTextSchema, done: z.boolean().default(false) }),
    ]),
  )
  .max(maxCriteria, `A task can't have more than ${maxCriteria} criteria`);

export const taskLabelSchema = nameText
  .min(1, "Label can't be empty")
  .max(40, "Label can't be longer than 40 characters");

/** A member by id or as the task shows them; null for nobody. */
const assigneeInput = z.union([z.uuid(), z.object({ userId: z.uuid() }).transform(({ userId }) => userId)]).nullable();

/**
 * Where a task stands in its lane, or in the one it goes to: between these two. Null means that nothing is there, so
 * after null is the start of the lane and before null its end. A neighbour that went to another lane meanwhile does not
 * count; where none is left, the task stands where `landingEdge` says.
 */
const placeFields = {
  afterTaskId: z.uuid().nullable().optional(),
  beforeTaskId: z.uuid().nullable().optional(),
};

const writtenFields = {
  title: taskTitleSchema,
  description: taskDescriptionSchema.optional(),
  acceptanceCriteria: criteriaInput.optional(),
  state: taskStateSchema.optional(),
  serviceId: z.uuid().nullable().optional(),
  assignee: assigneeInput.optional(),
  priority: taskPrioritySchema.optional(),
  labels: z.array(taskLabelSchema).max(maxTaskLabels, `A task can't have more than ${maxTaskLabels} labels`).optional(),
  blockedBy: z
    .array(z.uuid())
    .max(maxTaskBlockers, `A task can't wait for more than ${maxTaskBlockers} others`)
    .optional(),
  /** Of the task that this one becomes part of; null for none. */
  parentId: z.uuid().nullable().optional(),
  ...placeFields,
};

/** Beyond a service, a person or a parent: those without any. */
export const idOrNone = z.union([z.literal("none"), z.uuid()]);

/** What a list is narrowed by, and what a page asks with `matchesFilters` about a task that changed meanwhile. */
export const taskFiltersSchema = z.object({
  /** One or several. */
  state: z.union([taskStateSchema.transform((state) => [state]), z.array(taskStateSchema)]).optional(),
  serviceId: idOrNone.optional(),
  /** Id of a member. */
  assignee: idOrNone.optional(),
  /** Id of the task that they are part of. */
  parentId: idOrNone.optional(),
  /** Part of the title, the description or the name, in any case. */
  text: z.string().trim().max(200).optional(),
});
export type TaskFilters = z.output<typeof taskFiltersSchema>;

const base = "/v1/organizations/:organizationId/projects/:projectId/tasks";
const inTask = projectParams.extend({ taskId: z.uuid() });

export const listTasks = endpoint("GET", base, {
  summary: "Tasks of a project, newest first",
  params: projectParams,
  query: listQuery.extend(taskFiltersSchema.shape),
  response: listOf(taskSchema),
});

const count = z.number().int();

/** How many tasks each lane of a board has. */
export const laneTotalsSchema = z.object({
  backlog: count,
  todo: count,
  "in-progress": count,
  "in-review": count,
  done: count,
  archived: count,
} satisfies Record<TaskState, typeof count>);

/** What is shown of a task where a text mentions it. */
export const taskReferenceSchema = taskSchema.pick({ taskId: true, name: true, title: true, state: true });
export type TaskReference = z.infer<typeof taskReferenceSchema>;

/** Tasks that are asked for at once because one text mentions them. */
export const maxMentionedTasks = 100;

const oneOrMore = <T extends z.ZodType>(item: T) =>
  z.union([item.transform((one) => [one]), z.array(item).max(maxMentionedTasks)]).default([]);

export const listMentionedTasks = endpoint("GET", `${base}/mentioned`, {
  summary: "Those of these tasks that the project has, by id or by name, for a text that mentions them",
  params: projectParams,
  query: z.object({ taskId: oneOrMore(z.uuid()), name: oneOrMore(z.string().trim().min(1).max(30)) }),
  response: z.object({ content: z.array(taskReferenceSchema) }),
});

/** Tasks of each kind that a summary names. */
export const maxSummaryTasks = 3;

export const getTaskSummary = endpoint("GET", `${base}/summary`, {
  summary: "How many tasks each state has, those that a person would look at first, and how many wait for them",
  params: projectParams,
  response: z.object({
    totals: laneTotalsSchema,
    /** The one to work on next; null where none is free. */
    recommended: taskReferenceSchema.nullable(),
    /** The first of each lane, in its order. */
    inReview: z.array(taskReferenceSchema),
    inProgress: z.array(taskReferenceSchema),
    /** Reviews, paused runs and changes with comments of others that wait for whoever asks, as `listNeeds` has them. */
    needYou: z.number().int(),
  }),
});

export const maxTaskQuery = 200;

export const searchTasks = endpoint("GET", `${base}/search`, {
  summary: "Tasks by name, number or words of their title, best first; without words the newest that are open",
  params: projectParams,
  query: z.object({ query: z.string().trim().max(maxTaskQuery).default(""), limit: numberBetween(1, 20).default(5) }),
  response: z.object({ content: z.array(taskReferenceSchema) }),
});

export const getTaskBoard = endpoint("GET", `${base}/board`, {
  summary: "All lanes of a project's board; archived tasks are only counted unless asked for",
  params: projectParams,
  query: z.object({ archived: z.stringbool().default(false) }),
  response: z.object({
    /** Lane by lane in the order of the board, at most `maxLaneCards` of each. */
    cards: z.array(taskCardSchema),
    totals: laneTotalsSchema,
  }),
});
export type TaskBoard = z.infer<(typeof getTaskBoard)["response"]>;

export const createTask = endpoint("POST", base, {
  summary: "Create a task; without a state it is one of the backlog",
  params: projectParams,
  body: z.object(writtenFields),
  response: taskSchema,
});

export const getTask = endpoint("GET", `${base}/:taskId`, {
  summary: "One task",
  params: inTask,
  response: taskSchema,
});

const neighbourSchema = z.object({ taskId: z.uuid(), name: z.string(), title: z.string() }).nullable();

export const getTaskNeighbours = endpoint("GET", `${base}/:taskId/neighbours`, {
  summary: "The tasks before and after one in the order of the board, archived ones at its end",
  params: inTask,
  response: z.object({
    /** Null where the task is the first of all. */
    previous: neighbourSchema,
    /** Null where it is the last. */
    next: neighbourSchema,
  }),
});

export const updateTask = endpoint("PUT", `${base}/:taskId`, {
  summary: "Change fields of a task; a move that its state does not allow is refused (409)",
  params: inTask,
  body: z
    .object(writtenFields)
    .partial()
    .extend({
      /**
       * The criteria as the client read them, which `acceptanceCriteria` rests on: what others made of them meanwhile
       * stays. Without it the list takes the place of theirs.
       */
      criteriaBase: z.array(criterionSchema).max(maxCriteria).optional(),
    }),
  response: taskSchema,
});

export const deleteTask = endpoint("DELETE", `${base}/:taskId`, {
  summary: "Delete a task; what waited for it waits no more, and its sub-tasks stay as tasks of their own",
  params: inTask,
  response: noContent,
});

export const updateCriterion = endpoint("PUT", `${base}/:taskId/criteria/:criterionId`, {
  summary: "Tick or reword one criterion of a task; the others stay as they are",
  params: inTask.extend({ criterionId }),
  body: z.object({ done: z.boolean().optional(), text: criterionTextSchema.optional() }),
  response: taskSchema,
});

const taskIds = z.array(z.uuid()).min(1).max(maxTasksAtOnce, `Choose at most ${maxTasksAtOnce} tasks at once`);

export const updateTasks = endpoint("PUT", base, {
  summary: "Move or assign several tasks at once; each whose state does not allow it stays as it is and says why",
  params: projectParams,
  body: z.object({
    taskIds,
    state: taskStateSchema.optional(),
    assignee: assigneeInput.optional(),
    serviceId: z.uuid().nullable().optional(),
    priority: taskPrioritySchema.optional(),
  }),
  response: z.object({
    /** As they are now. */
    tasks: z.array(taskSchema),
    /** Those that stay as they were. The name is null for a task that is gone. */
    refused: z.array(z.object({ taskId: z.uuid(), name: z.string().nullable(), message: z.string() })),
  }),
});

export const deleteTasks = endpoint("DELETE", base, {
  summary: "Delete several tasks at once; those that are gone already are passed over",
  params: projectParams,
  body: z.object({ taskIds }),
  response: noContent,
});

/** What a change of a task was about. */
export const taskEventFields = [
  "created",
  "title",
  "description",
  "acceptanceCriteria",
  "state",
  "service",
  "assignee",
  "priority",
  "labels",
  "blockedBy",
  "parent",
  "pinned",
  "removed",
] as const;

/** One field that somebody changed. */
export const taskEventSchema = z.object({
  eventId: z.uuid(),
  field: z.enum(taskEventFields),
  by: z.enum(["person", "system", "agent"]),
  /** Null for the server itself, or when that account is gone. */
  actor: person.nullable(),
  /**
   * What it was and is, as people called it then: a title, a state, a service's name, "1 of 3" criteria met, names of
   * tasks, the path of a file that was pinned to where the task lands or removed from there. People are called as they are now. Null for nothing; of a description both are.
   */
  from: z.string().nullable(),
  to: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type TaskEvent = z.infer<typeof taskEventSchema>;

export const listTaskEvents = endpoint("GET", `${base}/:taskId/events`, {
  summary: "Who changed what of a task, newest first",
  params: inTask,
  query: listQuery,
  response: listOf(taskEventSchema),
});
