import { z } from "zod";

import { changeFlags } from "./change-flags.ts";
import { modelUsageSchema } from "./chat.ts";
import { diffSchema, fileDiffSchema, reviewContextQuery } from "./code-history.ts";
import { endpoint, fileAnswer } from "./endpoint.ts";
import { listOf, listQuery, numberBetween } from "./lists.ts";
import { projectParams } from "./project-params.ts";
import { proofSummarySchema } from "./run-checks.ts";
import { taskStateSchema } from "./task-states.ts";

export const implementationStates = ["created", "merged", "discarded"] as const;
export const implementationStateSchema = z.enum(implementationStates);
export type ImplementationState = z.infer<typeof implementationStateSchema>;

/**
 * What writes the change. `diff`: the unified diff in the task's description, as it is. `agent`: the language model of this
 * server, with tools. `coding-agent`: a program of somebody else's that runs on this server. `own-machine`: a person or an
 * agent elsewhere, who pushes it to the branch.
 */
export const implementationEngines = ["diff", "agent", "coding-agent", "own-machine"] as const;
export type ImplementationEngine = (typeof implementationEngines)[number];

/** A coding agent that the operator has set up: `codex`. */
export const agentSlugSchema = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])?$/);
export const codingAgentSchema = z.object({ slug: z.string(), name: z.string() });
export type CodingAgent = z.infer<typeof codingAgentSchema>;

/** The steps of an implementation, and the phase that people read for each. */
export const phaseNames = {
  "code-analysis": "Analysis",
  /** The change is written. */
  "build-implementation": "Build",
  "cleanup-implementation": "Code Cleanup",
  "fix-build-errors": "Build Error Fixing",
  /** The run as a whole: begins first and ends last. */
  "task-implementation": "Implementation",
  "revision-implementation": "Revision",
  "merge-conflicts-implementation": "Resolving merge conflicts",
  "implementation-cancelled": "Task Cancelled",
  "implementation-completed": "Merge",
} as const satisfies Record<string, string>;
export type ImplementationStep = keyof typeof phaseNames;
const stepSchema = z.enum(Object.keys(phaseNames) as [ImplementationStep, ...ImplementationStep[]]);

/** How the last run of an implementation ended. */
export const runOutcomes = ["completed", "failed", "stopped"] as const;
export type RunOutcome = (typeof runOutcomes)[number];

/** One step of a run: started, and then completed or failed. */
export const implementationEventSchema = z.object({
  type: stepSchema,
  /** Null while the step is under way. */
  state: z.enum(["success", "error"]).nullable(),
  startedAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
  /** What it did, or why it failed, in words for people; null while nothing is to be said. */
  summary: z.string().nullable(),
});
export type ImplementationEvent = z.infer<typeof implementationEventSchema>;

/** What a command of a run writes at the moment. */
export const runProgressSchema = z.object({
  /** "Test, with the change" */
  title: z.string(),
  command: z.string(),
  /** The last ones. */
  lines: z.array(z.string()),
});
export type RunProgress = z.infer<typeof runProgressSchema>;

/** Why a run waits for more tokens: its own limit, or what its organization may use in this month. */
export const runPauseSchema = z.object({
  cause: z.enum(["run", "organization"]),
  /** What is used up and what it needs, in words for people. */
  message: z.string(),
  /** The least limit with which it can go on; null where its limit is not what it lacks. */
  neededTokens: z.number().int().nullable(),
});
export type RunPause = z.infer<typeof runPauseSchema>;

/** What the model calls of an implementation took over all its runs, and what they may take. */
export const runBudgetSchema = modelUsageSchema.extend({
  /** Set aside for calls under way. */
  reservedTokens: z.number().int(),
  /** In and out together; null for no limit. */
  tokenLimit: z.number().int().nullable(),
});
export type RunBudget = z.infer<typeof runBudgetSchema>;

/** Limits that people may set. */
export const tokenLimits = { min: 1_000, max: 1_000_000_000_000 };
/** Why an implementation cannot be merged now. */
export const mergeObstacleSchema = z.object({
  kind: z.enum([
    "decided",
    "running",
    "pull-request",
    "unfinished",
    "red-check",
    "hosted-elsewhere",
    "branch",
    "conflict",
    "rule",
    /** Whether a required rule is kept is being found out: a moment later it is known. */
    "rule-pending",
  ]),
  /** In words for people. */
  message: z.string(),
});
export type MergeObstacle = z.infer<typeof mergeObstacleSchema>;

/** `passed`: it is merged once those before it are. `failed`: it leaves, unless one before it does. */
export const mergeQueueStates = ["waiting", "testing", "passed", "failed", "left"] as const;

/** Where an implementation is in the merge queue of its branch. */
export const queuedMergeSchema = z.object({
  state: z.enum(mergeQueueStates),
  /** From 1; null once it has left. */
  place: z.number().int().nullable(),
  /** Names of the tasks before it, the next to be merged first. */
  before: z.array(z.string()),
  queuedAt: z.iso.datetime(),
  /** Why it left, in words for people; null while it has not. */
  reason: z.string().nullable(),
  /** What building and testing it on top of those before it came to; null before. */
  proof: proofSummarySchema.nullable(),
  /** What a command writes at the moment; null where none runs. */
  progress: runProgressSchema.nullable(),
});
export type QueuedMerge = z.infer<typeof queuedMergeSchema>;

/** The pull request that an implementation is merged by. */
export const pullRequestSchema = z.object({
  /** `opening`: GitHub was not heard to have it yet. `closed`: it came to nothing, and Merge opens one again. */
  state: z.enum(["opening", "open", "closed"]),
  /** Null before GitHub gave it one. */
  number: z.number().int().nullable(),
  /** Where it is on GitHub; null with `number`. */
  url: z.string().nullable(),
  /** It has other commits on GitHub than those that were reviewed here. */
  hasOtherCommits: z.boolean(),
  /** Why it came to nothing, in words for people; null while it is open. */
  reason: z.string().nullable(),
});
export type PullRequest = z.infer<typeof pullRequestSchema>;

export const implementationSchema = z.object({
  implementationId: z.uuid(),
  /** Counts the implementations of a product from 1. */
  projectImplementationId: z.number().int(),
  state: implementationStateSchema,
  /** A run waits for a push or for more tokens, waits in line or works. */
  running: z.boolean(),
  /** Nothing happens before somebody pushes. */
  waitsForPush: z.boolean(),
  /** Until when it takes pushes; null where it takes none. */
  pushUntil: z.iso.datetime().nullable(),
  /** Why a reviewer cannot commit to it from here, as where they apply a suggestion, in words; null where they can. */
  commitObstacle: z.string().nullable(),
  /** Nothing happens before somebody allows it more tokens; null while it is not paused. */
  pause: runPauseSchema.nullable(),
  budget: runBudgetSchema,
  /** Runs that begin before this one; null once it has begun. */
  position: z.number().int().nullable(),
  /** Null while `running`. */
  outcome: z.enum(runOutcomes).nullable(),
  engine: z.enum(implementationEngines),
  /** Which coding agent; null for other engines. */
  agent: codingAgentSchema.nullable(),
  repository: z.object({
    repositoryId: z.uuid(),
    slug: z.string(),
    /** Where people push to it, as "acme/shop on GitHub"; null where this server hosts it. */
    hostedAt: z.string().nullable(),
  }),
  workingBranch: z.string(),
  /** The working branch is in the repository for everybody; before, the change is kept apart from its branches. */
  isPublished: z.boolean(),
  baseBranch: z.string(),
  /** The commit that it began at; null before it looked. */
  base: z.string().nullable(),
  /** The newest commit of the change; null before there is one. */
  head: z.string().nullable(),
  /** What building, testing and checking it came to; null before that was done. */
  proof: proofSummarySchema.nullable(),
  /** Null where no command runs. */
  progress: runProgressSchema.nullable(),
  /** It is complete, no required check is red, and it merges into the base branch as that stands now. */
  canMerge: z.boolean(),
  /** What stands in the way, the most important first; none exactly when it can be merged. */
  mergeObstacles: z.array(mergeObstacleSchema),
  /** Its place in the merge queue; null where nobody put it there, and once it is merged or another change by now. */
  mergeQueue: queuedMergeSchema.nullable(),
  /** Null where nobody asked for one, and once it is merged or another change by now. */
  pullRequest: pullRequestSchema.nullable(),
  /** How it was merged; null before. */
  merge: z
    .object({
      commit: z.string(),
      mergedAt: z.iso.datetime(),
      /** Null when that account is gone. */
      mergedBy: z
        .object({ userId: z.uuid(), firstName: z.string().nullable(), lastName: z.string().nullable() })
        .nullable(),
    })
    .nullable(),
  /** What was said of it; `open` ones are of reviewers and not resolved. */
  comments: z.object({ total: z.number().int(), open: z.number().int() }),
  createdAt: z.iso.datetime(),
  /** Null while it waits in line. */
  startedAt: z.iso.datetime().nullable(),
  /** Null while `running`. */
  endedAt: z.iso.datetime().nullable(),
  /** Null when that account is gone. */
  creator: z.object({ userId: z.uuid(), firstName: z.string().nullable(), lastName: z.string().nullable() }).nullable(),
  /** In the order in which they began. */
  events: z.array(implementationEventSchema),
  task: z.object({ taskId: z.uuid(), name: z.string(), title: z.string(), state: taskStateSchema }),
  /** The number of the last entry of its log; 0 while that is empty. */
  logSequence: z.number().int(),
});
export type Implementation = z.infer<typeof implementationSchema>;

/** One file of a change as reviewers see it. */
export const reviewedFileSchema = fileDiffSchema.extend({
  flags: z.array(z.enum(changeFlags)),
  /** Kind and content of both sides, as git names them: the same version is the same change. */
  version: z.string(),
});
export type ReviewedFile = z.infer<typeof reviewedFileSchema>;

/** One thing that happened during a run. */
export const runLogEntrySchema = z.object({
  /** From 1 within the implementation, without a gap. */
  sequence: z.number().int(),
  step: stepSchema,
  /** `said`: by an agent. `call`: the first line is what it did, all others are what came of it. */
  kind: z.enum(["note", "problem", "said", "call"]),
  text: z.string(),
  createdAt: z.iso.datetime(),
});
export type RunLogEntry = z.infer<typeof runLogEntrySchema>;

const task = "/v1/organizations/:organizationId/projects/:projectId/tasks/:taskId";
const base = `${task}/implementations`;
const inTask = projectParams.extend({ taskId: z.uuid() });
const one = inTask.extend({ implementationId: z.uuid() });

/** What writes a change. */
export const writerSchema = z.object({
  engine: z.enum(implementationEngines).optional(),
  /** Which coding agent; for that engine alone. */
  agent: agentSlugSchema.optional(),
});

export const listImplementations = endpoint("GET", base, {
  summary: "Implementations of a task, newest first",
  params: inTask,
  query: listQuery,
  response: listOf(implementationSchema),
});

export const startImplementation = endpoint("POST", base, {
  summary: "Begin an implementation of a task in Todo; it waits in line where others run. One at a time for each task",
  params: inTask,
  // Absent: the product's own choice, or else the diff.
  body: writerSchema,
  response: implementationSchema,
});

/** Why something cannot begin now, and where that is changed; null where time alone changes it, or whoever runs the server. */
export const obstacleSchema = z.object({
  message: z.string(),
  setAt: z.enum(["task", "services"]).nullable(),
});
export type Obstacle = z.infer<typeof obstacleSchema>;

/** One way to implement something. */
export const offeredEngineSchema = z.object({
  engine: z.enum(implementationEngines),
  /** Which coding agent; null for other engines, and where none is set up. */
  agent: codingAgentSchema.nullable(),
  /** What it lacks; null for nothing. */
  obstacle: obstacleSchema.nullable(),
  /** The product's own choice. */
  isDefault: z.boolean(),
});
export type OfferedEngine = z.infer<typeof offeredEngineSchema>;

export const getImplementationOptions = endpoint("GET", `${task}/implementation-options`, {
  summary: "What can implement a task now, and what is missing where it cannot",
  params: inTask,
  response: z.object({
    /** Of every engine alike; null where the task can be implemented. */
    obstacle: obstacleSchema.nullable(),
    /**
     * Why the change will get no branch in its repository and stay on this server, as far as is known now; null where it
     * will get one, or nothing can begin.
     */
    keptHere: z.string().nullable(),
    engines: z.array(offeredEngineSchema),
  }),
});
export type ImplementationOptions = z.infer<(typeof getImplementationOptions)["response"]>;

/** For how long pushes are taken after the last of them, or after a new key. */
export const pushDays = 7;

export const createPushKey = endpoint("PUT", `${base}/:implementationId/push-key`, {
  summary:
    "A new key that reads the repository and pushes to the branch of this implementation alone; it ends the one before",
  params: one,
  response: z.object({
    /** Of the repository, for git over HTTP. */
    address: z.string(),
    branch: z.string(),
    /** The password, with any name; shown this once. */
    key: z.string(),
    pushUntil: z.iso.datetime(),
  }),
});

export const getImplementationBrief = endpoint("GET", `${base}/:implementationId/brief`, {
  summary:
    "What whoever writes the change elsewhere needs to know, as Markdown: task, criteria, code, rules, commands, branch",
  params: one,
  response: z.object({ text: z.string() }),
});

export const stopImplementation = endpoint("POST", `${base}/:implementationId/stop`, {
  summary: "End the run of an implementation at once; what it has made so far stays",
  params: one,
  response: implementationSchema,
});

export const discardImplementation = endpoint("POST", `${base}/:implementationId/discard`, {
  summary: "Decide for good against an implementation that is not running; its branch and what was said of it stay",
  params: one,
  response: implementationSchema,
});

export const reviseImplementation = endpoint("POST", `${base}/:implementationId/revision`, {
  summary: "Have an implementation that was reviewed worked on again, on its branch, for the comments that are open",
  params: one,
  // Absent: what wrote it so far.
  body: writerSchema,
  response: implementationSchema,
});

export const resumeImplementation = endpoint("POST", `${base}/:implementationId/resumption`, {
  summary:
    "Go on with an implementation that was stopped, failed or paused, from where it was, or push one that got no branch on GitHub",
  params: one,
  response: implementationSchema,
});

export const proveImplementation = endpoint("POST", `${base}/:implementationId/proof`, {
  summary: "Build, test and check an implementation that is ready for review once more, with the change as it is",
  params: one,
  response: implementationSchema,
});

export const setRunBudget = endpoint("PUT", `${base}/:implementationId/budget`, {
  summary: "How many tokens of the model an implementation may use over all its runs; one that is paused goes on",
  params: one,
  body: z.object({ tokenLimit: numberBetween(tokenLimits.min, tokenLimits.max) }),
  response: implementationSchema,
});

export const getImplementation = endpoint("GET", `${base}/:implementationId`, {
  summary: "One implementation with the steps of its run",
  params: one,
  response: implementationSchema,
});

export const getImplementationDiff = endpoint("GET", `${base}/:implementationId/diff`, {
  summary: "What an implementation changes, against the commit it began at; no files before it has written any",
  params: one,
  query: reviewContextQuery.extend({
    /** Of the file there alone, and more of its lines than beside others; with where it was before it was renamed. */
    path: z.string().min(1).max(4_096).optional(),
    oldPath: z.string().min(1).max(4_096).optional(),
  }),
  response: diffSchema.extend({ head: z.string().nullable(), files: z.array(reviewedFileSchema) }),
});
export type ImplementationDiff = z.infer<(typeof getImplementationDiff)["response"]>;

export const getImplementationLog = endpoint("GET", `${base}/:implementationId/log`, {
  summary: "What happened during the run, in order, from a number on",
  params: one,
  query: z.object({
    /** The number that was read last. */
    after: z.coerce.number().int().min(0).default(0),
    limit: numberBetween(1, 1_000).default(1_000),
  }),
  response: z.object({
    entries: z.array(runLogEntrySchema),
    /** There are more entries after these. */
    hasMore: z.boolean(),
  }),
});

export const exportImplementationLog = endpoint("GET", `${base}/:implementationId/log/text`, {
  summary: "The whole log of an implementation as plain text: time, phase and what happened, a line each",
  params: one,
  response: fileAnswer,
  limit: { points: 120, perS: 3_600 },
});
