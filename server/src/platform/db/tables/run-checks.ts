import type { ExecutableCheck, ProposedCheck } from "@cairn/contract/criterion-checks";
import type { RunCheckKind } from "@cairn/contract/run-checks";
import type { CommandOutcome } from "@cairn/contract/service-commands";
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";

import type { TestCase } from "#server/platform/test-reports/test-case.ts";

import { moment } from "./columns.ts";
import { implementations } from "./implementations.ts";
import { tasks } from "./tasks.ts";
import { users } from "./users.ts";

/** One time that a command was run for an implementation, written as it ended. */
export const runChecks = pgTable(
  "run_checks",
  {
    organizationId: uuid("organization_id").notNull(),
    implementationId: uuid("implementation_id").notNull(),
    /** From 1, in the order in which they ended. */
    sequence: integer("sequence").notNull(),
    /** The run that wrote it. */
    attempt: integer("attempt").notNull(),
    kind: text("kind").$type<RunCheckKind>().notNull(),
    /** Null for commands of the service. */
    criterionId: text("criterion_id"),
    side: text("side").$type<"base" | "result">().notNull(),
    repetition: integer("repetition").notNull(),
    commit: text("commit").notNull(),
    command: text("command").notNull(),
    /** Of all that it depends on: whoever has the same need not run it once more. */
    key: text("key").notNull(),
    outcome: text("outcome").$type<CommandOutcome>().notNull(),
    exitCode: integer("exit_code"),
    message: text("message").notNull(),
    durationMs: integer("duration_ms").notNull(),
    /** The last of what it wrote. */
    tail: text("tail").notNull(),
    /** Null where its runner told nothing that can be read. */
    cases: jsonb("cases").$type<TestCase[]>(),
    /** Of the lines that the change writes, which tests ran and which not; null where no report says it. */
    coverage: jsonb("coverage").$type<{ files: { path: string; run: number[]; missed: number[] }[] }>(),
    /** Another implementation ran it. */
    isReused: boolean("is_reused").notNull().default(false),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.implementationId, table.sequence] }),
    unique("run_checks_once").on(table.implementationId, table.key),
    index("run_checks_implementation").on(table.organizationId, table.implementationId),
    index("run_checks_key").on(table.organizationId, table.key),
    foreignKey({
      columns: [table.organizationId, table.implementationId],
      foreignColumns: [implementations.organizationId, implementations.implementationId],
    }).onDelete("cascade"),
  ],
);

/** What is run for a criterion of a task. A criterion that has none is judged by a person. */
export const criterionChecks = pgTable(
  "criterion_checks",
  {
    organizationId: uuid("organization_id").notNull(),
    taskId: uuid("task_id").notNull(),
    criterionId: text("criterion_id").notNull(),
    check: jsonb("check").$type<ExecutableCheck>().notNull(),
    /** Null when that account is gone. */
    updatedBy: uuid("updated_by").references(() => users.userId, { onDelete: "set null" }),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.criterionId] }),
    index("criterion_checks_task").on(table.organizationId, table.taskId),
    index("criterion_checks_updater").on(table.updatedBy),
    foreignKey({
      columns: [table.organizationId, table.taskId],
      foreignColumns: [tasks.organizationId, tasks.taskId],
    }).onDelete("cascade"),
  ],
);

/** What could be run for a criterion of a task, until somebody decides. It is about the criterion's text as it was. */
export const proposedChecks = pgTable(
  "proposed_checks",
  {
    organizationId: uuid("organization_id").notNull(),
    taskId: uuid("task_id").notNull(),
    criterionId: text("criterion_id").notNull(),
    criterion: text("criterion").notNull(),
    /** Another one each time that it is asked for: who works on an older one keeps nothing. */
    requestId: uuid("request_id").notNull(),
    state: text("state").$type<ProposedCheck["state"]>().notNull(),
    check: jsonb("check").$type<ExecutableCheck>(),
    reason: text("reason").notNull().default(""),
    tail: text("tail").notNull().default(""),
    writtenBy: text("written_by"),
    commitOid: text("commit_oid"),
    /** Null when that account is gone. */
    requestedBy: uuid("requested_by").references(() => users.userId, { onDelete: "set null" }),
    requestedAt: moment("requested_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.criterionId] }),
    index("proposed_checks_task").on(table.organizationId, table.taskId),
    index("proposed_checks_requester").on(table.requestedBy),
    foreignKey({
      columns: [table.organizationId, table.taskId],
      foreignColumns: [tasks.organizationId, tasks.taskId],
      name: "proposed_checks_task_fk",
    }).onDelete("cascade"),
  ],
);
