import type { TaskPin } from "@cairn/contract/task-locations";
import type { TaskMover, TaskState } from "@cairn/contract/task-states";
import type { Criterion, TaskEvent, TaskPriority } from "@cairn/contract/tasks";
import {
  bigint,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";

import { moment, plainText } from "./columns.ts";
import { projects, repositories, services } from "./projects.ts";
import { users } from "./users.ts";

export const tasks = pgTable(
  "tasks",
  {
    taskId: uuid("task_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    projectId: uuid("project_id").notNull(),
    /** From 1 within the project. */
    projectTaskId: integer("project_task_id").notNull(),
    title: text("title").notNull(),
    /** Markdown; empty where nobody wrote one. */
    description: text("description").notNull(),
    acceptanceCriteria: jsonb("acceptance_criteria").$type<Criterion[]>().notNull(),
    state: text("state").$type<TaskState>().notNull(),
    /** Its place in the lane of its state; those of equal rank stand by id. */
    rank: plainText("rank").notNull(),
    priority: text("priority").$type<TaskPriority>().notNull(),
    labels: jsonb("labels").$type<string[]>().notNull(),
    /** Null where none was chosen, or it is gone. */
    serviceId: uuid("service_id").references(() => services.serviceId, { onDelete: "set null" }),
    /** The task that this one is part of; null where there is none. */
    parentId: uuid("parent_id").references((): AnyPgColumn => tasks.taskId, { onDelete: "set null" }),
    /** Null for nobody. Who leaves the organization is taken away by a listener. */
    assigneeId: uuid("assignee_id").references(() => users.userId, { onDelete: "set null" }),
    /** Null for the server itself, or when that account is gone. */
    createdBy: uuid("created_by").references(() => users.userId, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
    /** Address of what it was brought in from; null for nothing. */
    originUrl: text("origin_url"),
    /** What that is called where it is from, whatever its address is now; null where nothing names it for good. */
    originKey: text("origin_key"),
  },
  (table) => [
    unique("tasks_tenant").on(table.organizationId, table.taskId),
    unique("tasks_origin").on(table.projectId, table.originKey),
    unique("tasks_number").on(table.organizationId, table.projectId, table.projectTaskId),
    index("tasks_lane").on(table.organizationId, table.projectId, table.state, table.rank, table.taskId),
    index("tasks_parent").on(table.parentId),
    index("tasks_service").on(table.serviceId),
    index("tasks_assignee").on(table.assigneeId),
    index("tasks_creator").on(table.createdBy),
    foreignKey({
      columns: [table.organizationId, table.projectId],
      foreignColumns: [projects.organizationId, projects.projectId],
    }).onDelete("cascade"),
  ],
);

/** `taskId` waits for `blockerId`; both are of one project, and no links lead back to where they began. */
export const taskLinks = pgTable(
  "task_links",
  {
    organizationId: uuid("organization_id").notNull(),
    projectId: uuid("project_id").notNull(),
    taskId: uuid("task_id").notNull(),
    blockerId: uuid("blocker_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.blockerId] }),
    index("task_links_blocker").on(table.organizationId, table.blockerId),
    index("task_links_task").on(table.organizationId, table.taskId),
    index("task_links_project").on(table.projectId),
    foreignKey({
      columns: [table.organizationId, table.taskId],
      foreignColumns: [tasks.organizationId, tasks.taskId],
    }).onDelete("cascade"),
    foreignKey({
      columns: [table.organizationId, table.blockerId],
      foreignColumns: [tasks.organizationId, tasks.taskId],
    }).onDelete("cascade"),
  ],
);

/**
 * The description of `taskId` mentions the task `mentionedId`, of whatever product. What is mentioned may be gone, or come
 * later, where tasks are moved: so nothing refers to it.
 */
export const taskMentions = pgTable(
  "task_mentions",
  {
    organizationId: uuid("organization_id").notNull(),
    taskId: uuid("task_id").notNull(),
    mentionedId: uuid("mentioned_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.mentionedId] }),
    index("task_mentions_mentioned").on(table.organizationId, table.mentionedId),
    foreignKey({
      columns: [table.organizationId, table.taskId],
      foreignColumns: [tasks.organizationId, tasks.taskId],
    }).onDelete("cascade"),
  ],
);

/** Who changed what of a task, one row per field. */
export const taskEvents = pgTable(
  "task_events",
  {
    eventId: uuid("event_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    taskId: uuid("task_id").notNull(),
    /** Orders what happened in one moment. */
    sequence: bigint("sequence", { mode: "number" }).notNull().generatedByDefaultAsIdentity(),
    field: text("field").$type<TaskEvent["field"]>().notNull(),
    by: text("by").$type<TaskMover>().notNull(),
    /** Null for the server itself, or when that account is gone. */
    actorId: uuid("actor_id").references(() => users.userId, { onDelete: "set null" }),
    /** As people called it then; of a person the id, so that no name outlives its account. */
    from: text("from"),
    to: text("to"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    index("task_events_task").on(table.organizationId, table.taskId, table.sequence),
    index("task_events_actor").on(table.actorId),
    foreignKey({
      columns: [table.organizationId, table.taskId],
      foreignColumns: [tasks.organizationId, tasks.taskId],
    }).onDelete("cascade"),
  ],
);

/** A file that somebody pinned to where a task lands, or removed from there. */
export const taskPins = pgTable(
  "task_pins",
  {
    organizationId: uuid("organization_id").notNull(),
    taskId: uuid("task_id").notNull(),
    repositoryId: uuid("repository_id").notNull(),
    path: text("path").notNull(),
    kind: text("kind").$type<TaskPin["kind"]>().notNull(),
    /** The lines that are meant, as they stood then; null for the whole file. */
    startLine: integer("start_line"),
    endLine: integer("end_line"),
    /** The declaration that is meant, which is found again where its lines have moved. */
    symbol: text("symbol"),
    /** Null when that account is gone. */
    createdBy: uuid("created_by").references(() => users.userId, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.repositoryId, table.path] }),
    index("task_pins_task").on(table.organizationId, table.taskId),
    index("task_pins_repository").on(table.organizationId, table.repositoryId),
    index("task_pins_creator").on(table.createdBy),
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
