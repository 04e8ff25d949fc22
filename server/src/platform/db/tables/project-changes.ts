import type { ProjectChange } from "@cairn/contract/project-changes";
import { bigint, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";

import { moment } from "./columns.ts";

/**
 * What changed in a project, one row per change, numbered in the order of the commits. Triggers write it when a
 * transaction commits (migration 0010). Old rows are deleted. No foreign key points at the project: its check would wait
 * for a deletion of the project, which waits for the writer's own rows.
 */
export const projectChanges = pgTable(
  "project_changes",
  {
    organizationId: uuid("organization_id").notNull(),
    projectId: uuid("project_id").notNull(),
    /** From 1 without a gap. */
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    type: text("type").$type<ProjectChange["type"]>().notNull(),
    /** Id of what changed; which kind of id it is, `type` says. */
    subjectId: uuid("subject_id").notNull(),
    operation: text("operation").$type<ProjectChange["operation"]>().notNull(),
    /** The person whose rights it was made with; null where it was a job of ours. */
    changedBy: uuid("changed_by"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.sequence] }),
    index("project_changes_created").on(table.createdAt),
  ],
);

/** The last number of each project. Its row stays locked from the numbering to the commit, so nobody numbers between. */
export const projectChangeCounters = pgTable("project_change_counters", {
  projectId: uuid("project_id").primaryKey(),
  organizationId: uuid("organization_id").notNull(),
  lastSequence: bigint("last_sequence", { mode: "number" }).notNull(),
});
