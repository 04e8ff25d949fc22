import { z } from "zod";

import { endpoint, noContent, type CallLimit } from "./endpoint.ts";
import { listOf, listQuery } from "./lists.ts";
import { projectParams } from "./project-params.ts";
import { fileLocationSchema } from "./task-locations.ts";
import { taskStateSchema } from "./task-states.ts";
import { criterionTextSchema, maxCriteria, maxTaskBlockers, taskDescriptionSchema, taskTitleSchema } from "./tasks.ts";

/** Characters of what somebody wants, as plain text or Markdown. */
export const maxGoal = 20_000;
/** Tasks of one plan, accepted ones among them. */
export const maxPlanItems = 50;
/** Files that one proposed task is expected to touch. */
export const maxItemLocations = 8;

const person = z.object({ userId: z.uuid(), firstName: z.string().nullable(), lastName: z.string().nullable() });
const count = z.number().int();

/**
 * Where the goal comes from; what is gone has null as its id. Chats are private, so their ids are shown to their owner
 * alone.
 */
export const planOriginSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("chat"), sessionId: z.uuid().nullable() }),
  z.object({
    kind: z.literal("page"),
    page: z.object({ artifactId: z.uuid(), title: z.string() }).nullable(),
  }),
]);

/**
 * `waiting` in line, `working` on it, `ready` with what came of it, `failed` with its reason. While it waits or works,
 * its tasks can be read but not changed.
 */
export const planStates = ["waiting", "working", "ready", "failed"] as const;

/** What is being done: the goal is read, its parts are looked for in the code, the tasks are written. */
export const planSteps = ["reading", "locating", "writing"] as const;

const summaryFields = {
  planId: z.uuid(),
  /** The start of the goal, in one line. */
  title: z.string(),
  state: z.enum(planStates),
  /** "Built-in engine" or the model's name; null before the first proposal. */
  writtenBy: z.string().nullable(),
  /** Null when that account is gone. */
  creator: person.nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

export const planSummarySchema = z.object({
  ...summaryFields,
  items: z.object({ accepted: count, total: count }),
});
export type PlanSummary = z.infer<typeof planSummarySchema>;

/** A file that a proposed task is expected to touch, as task locations have it; the best first. */
const itemLocationSchema = fileLocationSchema.omit({ kind: true, score: true, isPinned: true, isGone: true });
export type ItemLocation = z.infer<typeof itemLocationSchema>;

export const planItemSchema = z.object({
  itemId: z.uuid(),
  title: z.string(),
  /** Markdown. */
  description: z.string(),
  /** How somebody can tell that it is done; two to five where the engine found so many. */
  criteria: z.array(z.string()),
  /** Null where none was chosen, or it was deleted. */
  service: z.object({ serviceId: z.uuid(), name: z.string() }).nullable(),
  /** Ids of items of the same plan that are to be done before this one. */
  blockedBy: z.array(z.uuid()),
  /** Become pins of the task. */
  locations: z.array(itemLocationSchema),
  /** What the engine has to say about it, such as why it has few criteria; null for nothing and for a person's own item. */
  note: z.string().nullable(),
  /** Counts what people changed of this item, 0 as it was proposed; a change that rests on an older number is refused. */
  version: count,
  /** What became of it; null before it is accepted. */
  accepted: z
    .object({
      taskId: z.uuid(),
      /** "FB-9". */
      name: z.string(),
      title: z.string(),
      /** Null for a task that was deleted since. */
      state: taskStateSchema.nullable(),
      acceptedAt: z.iso.datetime(),
    })
    .nullable(),
});
export type PlanItem = z.infer<typeof planItemSchema>;

export const planSchema = z.object({
  ...summaryFields,
  goal: z.string(),
  /** Null for a goal that was written here. */
  origin: planOriginSchema.nullable(),
  /** How far it is while it is `working`; of one step. Null else. */
  progress: z.object({ step: z.enum(planSteps), done: count, total: count }).nullable(),
  /** Why it `failed`, in plain words; null else. */
  error: z.string().nullable(),
  /**
   * How the goal was split and what was left out, as sentences for people; empty before the first proposal. Where a model
   * failed, the first says so.
   */
  notes: z.array(z.string()),
  /**
   * Why there are no proposed tasks: the goal says nothing yet, or nothing that the code knows of, or no code is indexed
   * yet. Null where there are some, and before the first proposal.
   */
  nothing: z.enum(["no-text", "not-in-code", "not-indexed"]).nullable(),
  /** In the order in which they are to be done. */
  items: z.array(planItemSchema),
});
export type Plan = z.infer<typeof planSchema>;

export const goalSchema = z
  .string()
  .trim()
  .min(1, "Write what should be different")
  .max(maxGoal, `Goal can't be longer than ${maxGoal.toLocaleString("en")} characters`);

const originInput = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("chat"), sessionId: z.uuid() }),
  z.object({ kind: z.literal("page"), artifactId: z.uuid() }),
]);

const base = "/v1/organizations/:organizationId/projects/:projectId/plans";
const inPlan = projectParams.extend({ planId: z.uuid() });
const itemsPath = `${base}/:planId/items`;
const inItem = inPlan.extend({ itemId: z.uuid() });

/** Proposing costs time or a model's tokens. */
const proposingLimit: CallLimit = { points: 60, perS: 3_600 };

export const listPlans = endpoint("GET", base, {
  summary: "Plans of a project, newest first",
  params: projectParams,
  query: listQuery,
  response: listOf(planSummarySchema),
});

export const createPlan = endpoint("POST", base, {
  summary: "Write down a goal; tasks are proposed for it afterwards",
  params: projectParams,
  body: z.object({
    goal: goalSchema,
    /** A chat of the caller about this product or the organization, or a page of the product or the organization. */
    origin: originInput.optional(),
  }),
  response: planSchema,
  limit: proposingLimit,
});

export const getPlan = endpoint("GET", `${base}/:planId`, {
  summary: "One plan with its tasks",
  params: inPlan,
  response: planSchema,
});

export const deletePlan = endpoint("DELETE", `${base}/:planId`, {
  summary: "Delete a plan; the tasks that were accepted stay",
  params: inPlan,
  response: noContent,
});

export const proposePlan = endpoint("POST", `${base}/:planId/proposal`, {
  summary:
    "Propose the tasks of a plan again, for another goal where one is given; accepted ones stay, others are replaced",
  params: inPlan,
  body: z.object({ goal: goalSchema.optional() }),
  response: planSchema,
  limit: proposingLimit,
});

const itemFields = {
  title: taskTitleSchema,
  description: taskDescriptionSchema,
  criteria: z.array(criterionTextSchema).max(maxCriteria, `A task can't have more than ${maxCriteria} criteria`),
  serviceId: z.uuid().nullable(),
  blockedBy: z.array(z.uuid()).max(maxTaskBlockers, `A task can't wait for more than ${maxTaskBlockers} others`),
};

export const createPlanItem = endpoint("POST", itemsPath, {
  summary: "Add a task of one's own at the end of a plan",
  params: inPlan,
  body: z.object({ ...z.object(itemFields).partial().shape, title: taskTitleSchema }),
  response: planSchema,
});

export const updatePlanItem = endpoint("PUT", `${itemsPath}/:itemId`, {
  summary: "Change fields of a proposed task; what was accepted already is changed as a task (409)",
  params: inItem,
  body: z.object({
    ...z.object(itemFields).partial().shape,
    /** Those of its files that stay. */
    locations: z
      .array(z.object({ repositoryId: z.uuid(), path: z.string().max(4096) }))
      .max(maxItemLocations)
      .optional(),
    /** The item's version that the change rests on; another one is refused (409). Without it the last change counts. */
    version: count.optional(),
  }),
  response: planSchema,
});

export const dropPlanItem = endpoint("DELETE", `${itemsPath}/:itemId`, {
  summary: "Drop a proposed task; what waited for it waits for what it waited for",
  params: inItem,
  response: planSchema,
});

export const movePlanItem = endpoint("PUT", `${itemsPath}/:itemId/position`, {
  summary: "Put a task of a plan right after another one, or with null first",
  params: inItem,
  body: z.object({ afterItemId: z.uuid().nullable() }),
  response: planSchema,
});

export const mergePlanItems = endpoint("POST", `${itemsPath}/:itemId/merge`, {
  summary: "Make one task of two: this one takes on what the other one says, and the other one goes",
  params: inItem,
  body: z.object({ otherItemId: z.uuid() }),
  response: planSchema,
});

export const acceptPlan = endpoint("POST", `${base}/:planId/acceptance`, {
  summary: "Put proposed tasks into the backlog, all or none of these; those accepted already are passed over",
  params: inPlan,
  /** All that are not accepted yet, where none are named. */
  body: z.object({ itemIds: z.array(z.uuid()).min(1).max(maxPlanItems).optional() }),
  response: planSchema,
});
