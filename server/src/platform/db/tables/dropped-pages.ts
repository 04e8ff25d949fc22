import { foreignKey, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";

import { moment } from "./columns.ts";
import { organizations } from "./organizations.ts";
import { projects, services } from "./projects.ts";
import { users } from "./users.ts";

/** Pages that people took out of the outline: kept as they were, and their plans make no page again. */
export const droppedPages = pgTable(
  "dropped_pages",
  {
    droppedPageId: uuid("dropped_page_id").primaryKey(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organizations.organizationId, { onDelete: "cascade" }),
    /** Null for pages of the whole organization. */
    projectId: uuid("project_id"),
    /** Null for pages of the whole project. */
    serviceId: uuid("service_id"),
    title: text("title").notNull(),
    /** Null for pages people made. */
    plan: text("plan"),
    /** The page's rows in all tables, as JSON has them. */
    kept: jsonb("kept").$type<unknown>().notNull(),
    droppedBy: uuid("dropped_by").references(() => users.userId, { onDelete: "set null" }),
    droppedAt: moment("dropped_at").notNull(),
  },
  (table) => [
    index("dropped_pages_project").on(table.organizationId, table.projectId),
    index("dropped_pages_person").on(table.droppedBy),
    foreignKey({
      columns: [table.organizationId, table.projectId],
      foreignColumns: [projects.organizationId, projects.projectId],
    }).onDelete("cascade"),
    foreignKey({
      columns: [table.organizationId, table.serviceId],
      foreignColumns: [services.organizationId, services.serviceId],
    }).onDelete("cascade"),
  ],
);
