import type { TaskImport } from "@cairn/contract/task-imports";
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";

import { moment } from "./columns.ts";
import { projects } from "./projects.ts";
import { tasks } from "./tasks.ts";
import { users } from "./users.ts";

/** What somebody brings in; a preview until it is started. */
export const taskImports = pgTable(
  "task_imports",
  {
    importId: uuid("import_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    projectId: uuid("project_id").notNull(),
    kind: text("kind").$type<TaskImport["kind"]>().notNull(),
    name: text("name").notNull(),
    state: text("state").$type<TaskImport["state"]>().notNull(),
    /** Same for the same tasks. */
    contentHash: text("content_hash").notNull(),
    total: integer("total").notNull(),
    /** Items up to this position have their tasks, and up to the other one what those wait for. */
    written: integer("written").notNull(),
    linked: integer("linked").notNull(),
    kept: integer("kept").notNull(),
    failure: text("failure"),
    /** Null when that account is gone. */
    createdBy: uuid("created_by").references(() => users.userId, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
    /** Null for a preview. */
    startedAt: moment("started_at"),
  },
  (table) => [
    unique("task_imports_tenant").on(table.organizationId, table.importId),
    index("task_imports_project").on(table.organizationId, table.projectId, table.startedAt),
    index("task_imports_creator").on(table.createdBy),
    foreignKey({
      columns: [table.organizationId, table.projectId],
      foreignColumns: [projects.organizationId, projects.projectId],
    }).onDelete("cascade"),
  ],
);

/** One task of an import. */
export const taskImportItems = pgTable(
  "task_import_items",
  {
    organizationId: uuid("organization_id").notNull(),
    importId: uuid("import_id").notNull(),
    /** From 1, in the order in which they are written. */
    position: integer("position").notNull(),
    /** What is to be written; null once it is, with what it waits for. */
    item: jsonb("item"),
    /** Null before, and when that task is gone. */
    taskId: uuid("task_id").references(() => tasks.taskId, { onDelete: "set null" }),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.position] }),
    index("task_import_items_import").on(table.organizationId, table.importId),
    index("task_import_items_task").on(table.taskId),
    foreignKey({
      columns: [table.organizationId, table.importId],
      foreignColumns: [taskImports.organizationId, taskImports.importId],
    }).onDelete("cascade"),
  ],
);
