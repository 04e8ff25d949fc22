import type { ExecutableCheck } from "@cairn/contract/criterion-checks";
import type {
  ImplementationEngine,
  ImplementationState,
  ImplementationStep,
  RunLogEntry,
  RunOutcome,
  RunPause,
  RunProgress,
} from "@cairn/contract/implementations";
import type { JudgedCheck, ProofSummary } from "@cairn/contract/run-checks";
import type { Criterion } from "@cairn/contract/tasks";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

import type { TurnMessage } from "#server/platform/models/model-port.ts";

import { moment } from "./columns.ts";
import { projects, repositories, services } from "./projects.ts";
import { tasks } from "./tasks.ts";
import { users } from "./users.ts";

/** What was asked for, as it was when the run began. */
export interface RunBrief {
  title: string;
  description: string;
  acceptanceCriteria: Criterion[];
  /** What is run for some of them; absent in runs of before that was possible. */
  checks?: { criterionId: string; check: ExecutableCheck }[];
}

/** What checking the change came to. */
export interface RunProof extends ProofSummary {
  verdicts: JudgedCheck[];
}

/** `waiting`: for a push. `paused`: until somebody allows it more. Both take no worker, and are the one run of their task. */
export type RunState = "waiting" | "queued" | "running" | "paused" | RunOutcome;

/** A change that is made for a task, and the run that makes it. */
export const implementations = pgTable(
  "implementations",
  {
    implementationId: uuid("implementation_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    projectId: uuid("project_id").notNull(),
    taskId: uuid("task_id").notNull(),
    repositoryId: uuid("repository_id").notNull(),
    /** Null where the task has none, or it is gone. */
    serviceId: uuid("service_id").references(() => services.serviceId, { onDelete: "set null" }),
    /** From 1 within the project. */
    projectImplementationId: integer("project_implementation_id").notNull(),
    engine: text("engine").$type<ImplementationEngine>().notNull(),
    /** Which coding agent, as the operator's settings named it then; null for other engines. */
    agent: text("agent"),
    state: text("state").$type<ImplementationState>().notNull().default("created"),
    brief: jsonb("brief").$type<RunBrief>().notNull(),
    workingBranch: text("working_branch").notNull(),
    baseBranch: text("base_branch").notNull(),
    /** Null before the run has looked. */
    baseOid: text("base_oid"),
    /** The newest commit that a step confirmed. */
    headOid: text("head_oid"),
    /** Null before it was checked. */
    proof: jsonb("proof").$type<RunProof>(),
    /** What a command of the run writes at the moment; null where none runs. */
    progress: jsonb("progress").$type<RunProgress>(),
    isPublished: boolean("is_published").notNull().default(false),
    runState: text("run_state").$type<RunState>().notNull().default("queued"),
    /** Why it is paused; null while it is not. */
    pause: jsonb("pause").$type<RunPause>(),
    /** Most tokens that its model calls may use, over all its runs; null for no cap. */
    tokenLimit: bigint("token_limit", { mode: "number" }),
    /** Counts the runs of this implementation from 1: going on after a stop or a failure is another one. */
    attempt: integer("attempt").notNull().default(1),
    /** Steps of runs before this one are about an earlier push, and are done again. */
    fromAttempt: integer("from_attempt").notNull().default(1),
    /** The commit that was pushed last; null before. */
    pushedOid: text("pushed_oid"),
    /** Hash of the key that may push to its branch; null where there is none. */
    pushKeyHash: text("push_key_hash").unique("implementations_push_key"),
    /** Whom that key acts for; null when that account is gone, and then for nobody. */
    pushKeyUserId: uuid("push_key_user_id").references(() => users.userId, { onDelete: "set null" }),
    /** Null where nobody pushes. */
    pushUntil: moment("push_until"),
    /** Raised whenever the run changes hands or ends: whoever holds a former number writes nothing more. */
    leaseEpoch: integer("lease_epoch").notNull().default(0),
    /** The job that works on it; who does that job once more goes on with this run. */
    ticket: uuid("ticket"),
    /** The commit by which it came into the base branch; null before. */
    mergedOid: text("merged_oid"),
    mergedAt: moment("merged_at"),
    /** Null before, and when that account is gone. */
    mergedBy: uuid("merged_by").references(() => users.userId, { onDelete: "set null" }),
    /** Null where nobody discarded it, and when that account is gone. */
    discardedBy: uuid("discarded_by").references(() => users.userId, { onDelete: "set null" }),
    /** Numbers its log. */
    lastOperation: integer("last_operation").notNull().default(0),
    /** Null when that account is gone. */
    createdBy: uuid("created_by").references(() => users.userId, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
    queuedAt: moment("queued_at").notNull(),
    startedAt: moment("started_at"),
    endedAt: moment("ended_at"),
  },
  (table) => [
    unique("implementations_tenant").on(table.organizationId, table.implementationId),
    unique("implementations_number").on(table.organizationId, table.projectId, table.projectImplementationId),
    uniqueIndex("implementations_one_run")
      .on(table.taskId)
      .where(sql`${table.runState} in ('waiting', 'queued', 'running', 'paused')`),
    uniqueIndex("implementations_branch")
      .on(table.repositoryId, table.workingBranch)
      .where(sql`${table.state} = 'created'`),
    index("implementations_task").on(table.organizationId, table.taskId, table.projectImplementationId),
    index("implementations_line")
      .on(table.runState, table.queuedAt)
      .where(sql`${table.runState} in ('queued', 'running')`),
    index("implementations_repository").on(table.organizationId, table.repositoryId),
    index("implementations_service").on(table.serviceId),
    index("implementations_creator").on(table.createdBy),
    index("implementations_merger").on(table.mergedBy),
    index("implementations_discarder").on(table.discardedBy),
    index("implementations_pusher").on(table.pushKeyUserId),
    foreignKey({
      columns: [table.organizationId, table.projectId],
      foreignColumns: [projects.organizationId, projects.projectId],
    }).onDelete("cascade"),
    foreignKey({
      columns: [table.organizationId, table.taskId],
      foreignColumns: [tasks.organizationId, tasks.taskId],
    }).onDelete("cascade"),
    foreignKey({
      columns: [table.organizationId, table.repositoryId],
      foreignColumns: [repositories.organizationId, repositories.repositoryId],
    }).onDelete("cascade"),
  ],
);

/** One step of a run: what it is about to do is written before it does it, and what came of it afterwards. */
export const runSteps = pgTable(
  "run_steps",
  {
    organizationId: uuid("organization_id").notNull(),
    implementationId: uuid("implementation_id").notNull(),
    /** From 1, in the order in which they began. */
    sequence: integer("sequence").notNull(),
    step: text("step").$type<ImplementationStep>().notNull(),
    attempt: integer("attempt").notNull(),
    /** Null while it is under way. */
    state: text("state").$type<"success" | "error">(),
    /** Whatever must be the same when the step is done once more. */
    intent: jsonb("intent").$type<Record<string, string>>().notNull(),
    /** The commit that it left; null where it makes none. */
    effectOid: text("effect_oid"),
    /** Of whoever began or took it over last. */
    leaseEpoch: integer("lease_epoch").notNull(),
    summary: text("summary"),
    startedAt: moment("started_at").notNull(),
    completedAt: moment("completed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.implementationId, table.sequence] }),
    unique("run_steps_once").on(table.implementationId, table.step, table.attempt),
    index("run_steps_implementation").on(table.organizationId, table.implementationId),
    foreignKey({
      columns: [table.organizationId, table.implementationId],
      foreignColumns: [implementations.organizationId, implementations.implementationId],
    }).onDelete("cascade"),
  ],
);

/**
 * Why the server says something. `brief`: the task. `resume`: somebody asked to go on. `nudge`: no tool was called. `mend`:
 * the checks are red. And of a result, `finished`: the model says that it is done.
 */
export type TurnReason = "brief" | "resume" | "nudge" | "mend" | "revise" | "finished";

/** What happened during runs, only ever added to. */
export const runOperations = pgTable(
  "run_operations",
  {
    organizationId: uuid("organization_id").notNull(),
    implementationId: uuid("implementation_id").notNull(),
    sequence: integer("sequence").notNull(),
    step: text("step").$type<ImplementationStep>().notNull(),
    kind: text("kind").$type<RunLogEntry["kind"]>().notNull(),
    text: text("text").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.implementationId, table.sequence] }),
    index("run_operations_implementation").on(table.organizationId, table.implementationId),
    foreignKey({
      columns: [table.organizationId, table.implementationId],
      foreignColumns: [implementations.organizationId, implementations.implementationId],
    }).onDelete("cascade"),
  ],
);

/** What was said between the server and a model that writes a change: each entry is kept before anything follows from it. */
export const runTurns = pgTable(
  "run_turns",
  {
    organizationId: uuid("organization_id").notNull(),
    implementationId: uuid("implementation_id").notNull(),
    /** From 1, in order. */
    sequence: integer("sequence").notNull(),
    attempt: integer("attempt").notNull(),
    /** Null for replies, and for results after which the model goes on. */
    reason: text("reason").$type<TurnReason>(),
    message: jsonb("message").$type<TurnMessage>().notNull(),
    /** The commit that holds the change after this. */
    commitOid: text("commit_oid").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.implementationId, table.sequence] }),
    index("run_turns_implementation").on(table.organizationId, table.implementationId),
    foreignKey({
      columns: [table.organizationId, table.implementationId],
      foreignColumns: [implementations.organizationId, implementations.implementationId],
    }).onDelete("cascade"),
  ],
);

/**
 * A merge that is under way: written before the base branch moves, and deleted with what the merge leaves. Whoever finds one
 * can tell from the branch how far it came.
 */
export const mergeIntents = pgTable(
  "merge_intents",
  {
    implementationId: uuid("implementation_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    /** What is merged, and where the base branch stood. */
    headOid: text("head_oid").notNull(),
    tipOid: text("tip_oid").notNull(),
    /** The commit that the base branch is to stand at. */
    mergeOid: text("merge_oid").notNull(),
    /** When the documents that were accepted with it were published; null before. */
    documentsAt: moment("documents_at"),
    /** Null when that account is gone. */
    requestedBy: uuid("requested_by").references(() => users.userId, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    index("merge_intents_implementation").on(table.organizationId, table.implementationId),
    index("merge_intents_requester").on(table.requestedBy),
    foreignKey({
      columns: [table.organizationId, table.implementationId],
      foreignColumns: [implementations.organizationId, implementations.implementationId],
    }).onDelete("cascade"),
  ],
);
