import { foreignKey, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";

import { moment } from "./columns.ts";
import { projects } from "./projects.ts";
import { users } from "./users.ts";

/** External context: knowledge from outside the code, written by hand or fetched from an address. */
export const topics = pgTable(
  "topics",
  {
    topicId: uuid("topic_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    projectId: uuid("project_id").notNull(),
    title: text("title").notNull(),
    /** Markdown; empty before the first fetch. */
    content: text("content").notNull(),
    /** SHA-256 of title and content that the index holds; null before it was indexed. */
    indexedHash: text("indexed_hash"),
    /** Null for topics written by hand, as are the four below. */
    url: text("url"),
    crawlStatus: text("crawl_status").$type<"waiting" | "running" | "ready" | "failed">(),
    /** When the content was fetched. */
    fetchedAt: moment("fetched_at"),
    /** Why the last try failed, in plain words. */
    crawlError: text("crawl_error"),
    /** Null when that account is gone. */
    createdBy: uuid("created_by").references(() => users.userId, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [
    unique("topics_tenant").on(table.organizationId, table.topicId),
    index("topics_project").on(table.organizationId, table.projectId, table.createdAt),
    foreignKey({
      columns: [table.organizationId, table.projectId],
      foreignColumns: [projects.organizationId, projects.projectId],
    }).onDelete("cascade"),
  ],
);
