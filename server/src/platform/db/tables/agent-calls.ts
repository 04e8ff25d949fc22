import { date, foreignKey, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";

import { moment } from "./columns.ts";
import { projects } from "./projects.ts";
import { users } from "./users.ts";

/** How often a person's agents used the tools of a project: one row a day. */
export const agentCalls = pgTable(
  "agent_calls",
  {
    organizationId: uuid("organization_id").notNull(),
    projectId: uuid("project_id").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.userId, { onDelete: "cascade" }),
    /** UTC, as YYYY-MM-DD. */
    day: date("day", { mode: "string" }).notNull(),
    calls: integer("calls").notNull(),
    lastCallAt: moment("last_call_at").notNull(),
    lastTool: text("last_tool").notNull(),
    /** What the client calls itself, cut short; null where it does not say. */
    lastClient: text("last_client"),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.userId, table.day] }),
    foreignKey({
      columns: [table.organizationId, table.projectId],
      foreignColumns: [projects.organizationId, projects.projectId],
    }).onDelete("cascade"),
  ],
);
