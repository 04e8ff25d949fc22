import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { taskReferenceSchema } from "./tasks.ts";

const product = z.object({
  organization: z.object({ organizationId: z.uuid(), slug: z.string(), name: z.string() }),
  project: z.object({ projectId: z.uuid(), slug: z.string(), name: z.string() }),
});

/** One thing that waits for the signed-in user. */
export const needSchema = z.discriminatedUnion("kind", [
  /** The product has no repository or no description yet. */
  product.extend({ kind: z.literal("setup"), step: z.enum(["repository", "description", "finish"]) }),
  /** The last index of a service's repository failed. */
  product.extend({
    kind: z.literal("index-failed"),
    service: z.object({ serviceId: z.uuid(), name: z.string() }),
    error: z.string(),
  }),
  /** A page has sections that could not be written. */
  product.extend({ kind: z.literal("page-failed"), artifact: z.object({ artifactId: z.uuid(), title: z.string() }) }),
  /** Pushes brought connections that are forbidden or have no line, which nobody has allowed since. */
  product.extend({
    kind: z.literal("drift"),
    count: z.number().int(),
    /** The newest of those that are forbidden, else of all. */
    change: z.object({
      changeId: z.uuid(),
      sourceName: z.string(),
      targetName: z.string(),
      drift: z.enum(["forbidden", "undeclared"]),
      /** That brought it, or, where `isCommitKnown` is false, with which the push ended. */
      commit: z.string(),
      isCommitKnown: z.boolean(),
      /** Null where the commit is not known. */
      author: z.string().nullable(),
      /** The first of its lines. */
      path: z.string(),
      line: z.number().int(),
    }),
  }),
  /** The newest run of a task, which the person began, failed, and nothing else came of the task. */
  product.extend({
    kind: z.literal("run-failed"),
    task: taskReferenceSchema,
    implementationId: z.uuid(),
    /** Why, in words for people. */
    reason: z.string(),
  }),
  /** A change that the person wanted merged left the merge queue, or its pull request was closed. */
  product.extend({
    kind: z.literal("not-merged"),
    task: taskReferenceSchema,
    implementationId: z.uuid(),
    /** Why, in words for people. */
    reason: z.string(),
  }),
  /** A run that the person began is paused until somebody allows it more. */
  product.extend({
    kind: z.literal("run-paused"),
    task: taskReferenceSchema,
    implementationId: z.uuid(),
    /** Why, in words for people. */
    reason: z.string(),
  }),
  /** Others commented on a change that the person had made, and that is open. */
  product.extend({
    kind: z.literal("open-comments"),
    task: taskReferenceSchema,
    implementationId: z.uuid(),
    count: z.number().int(),
  }),
  /** A task that the person has waits for their review. */
  product.extend({ kind: z.literal("task-in-review"), task: taskReferenceSchema }),
  /** A task of Todo that the person has waited for others, and waits no more. */
  product.extend({ kind: z.literal("task-unblocked"), task: taskReferenceSchema }),
]);
export type Need = z.infer<typeof needSchema>;

export const maxNeeds = 20;

export const listNeeds = endpoint("GET", "/v1/auth/user/needs", {
  summary: "What waits for the signed-in user over all organizations, most pressing first, at most 20",
  response: z.object({ content: z.array(needSchema), total: z.number().int() }),
});

/** How often a person is written to about what waits for them, at most. */
export const needLetterFrequencies = ["off", "hourly", "daily"] as const;
const frequency = z.enum(needLetterFrequencies, "Choose how often");

export const needLettersSchema = z.object({
  frequency,
  /** Whether this server sends mail at all; without it nothing is sent, whatever is chosen. */
  isMailSet: z.boolean(),
});
export type NeedLetters = z.infer<typeof needLettersSchema>;

const letters = "/v1/auth/user/needs/letters";

export const getNeedLetters = endpoint("GET", letters, {
  summary: "How often the signed-in user is written to about what waits for them",
  response: needLettersSchema,
});

export const updateNeedLetters = endpoint("PUT", letters, {
  summary: "Change how often the signed-in user is written to about what waits for them",
  body: z.object({ frequency }),
  response: needLettersSchema,
});
