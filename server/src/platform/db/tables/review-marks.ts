import { foreignKey, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";

import { moment } from "./columns.ts";
import { implementations } from "./implementations.ts";
import { users } from "./users.ts";

/** A file of an implementation that a person has viewed. */
export const viewedFiles = pgTable(
  "viewed_files",
  {
    organizationId: uuid("organization_id").notNull(),
    implementationId: uuid("implementation_id").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.userId, { onDelete: "cascade" }),
    path: text("path").notNull(),
    /** What both sides of the file were: of another version nobody has said anything. */
    version: text("version").notNull(),
    viewedAt: moment("viewed_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.implementationId, table.userId, table.path] }),
    index("viewed_files_implementation").on(table.organizationId, table.implementationId),
    index("viewed_files_user").on(table.userId),
    foreignKey({
      columns: [table.organizationId, table.implementationId],
      foreignColumns: [implementations.organizationId, implementations.implementationId],
    }).onDelete("cascade"),
  ],
);

/** What a person looked at last in an implementation, and before that; the commits are kept by refs. */
export const reviewLooks = pgTable(
  "review_looks",
  {
    organizationId: uuid("organization_id").notNull(),
    implementationId: uuid("implementation_id").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.userId, { onDelete: "cascade" }),
    headOid: text("head_oid").notNull(),
    lookedAt: moment("looked_at").notNull(),
    /** The last one that was another; null before there was one. */
    formerHeadOid: text("former_head_oid"),
    formerLookedAt: moment("former_looked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.implementationId, table.userId] }),
    index("review_looks_implementation").on(table.organizationId, table.implementationId),
    index("review_looks_user").on(table.userId),
    foreignKey({
      columns: [table.organizationId, table.implementationId],
      foreignColumns: [implementations.organizationId, implementations.implementationId],
    }).onDelete("cascade"),
  ],
);
