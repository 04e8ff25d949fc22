import type { CommentSide } from "@cairn/contract/implementation-comments";
import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";

import { moment } from "./columns.ts";
import { implementations } from "./implementations.ts";
import { users } from "./users.ts";

/** What a person, or an agent, said of an implementation, as a whole or of one line of it. */
export const implementationComments = pgTable(
  "implementation_comments",
  {
    commentId: uuid("comment_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    implementationId: uuid("implementation_id").notNull(),
    /** The id of the first one, also when that is deleted. */
    threadId: uuid("thread_id").notNull(),
    message: text("message").notNull(),
    /** The line, as it was when somebody wrote about it; the six are null together. */
    path: text("path"),
    side: text("side").$type<CommentSide>(),
    line: integer("line"),
    hash: text("hash"),
    /** The commit that has this line; kept by a ref of the implementation. */
    commit: text("commit"),
    /** Some lines and, as the last one, the line itself. */
    excerpt: jsonb("excerpt").$type<{ startLine: number; lines: string[] }>(),
    /** Null when that account is gone. */
    createdBy: uuid("created_by").references(() => users.userId, { onDelete: "set null" }),
    /** What wrote it; null where a person did. */
    agent: text("agent"),
    createdAt: moment("created_at").notNull(),
    editedAt: moment("edited_at"),
    resolvedAt: moment("resolved_at"),
    /** Null while it is open, and when that account is gone. */
    resolvedBy: uuid("resolved_by").references(() => users.userId, { onDelete: "set null" }),
  },
  (table) => [
    unique("implementation_comments_tenant").on(table.organizationId, table.commentId),
    index("implementation_comments_implementation").on(table.organizationId, table.implementationId, table.createdAt),
    index("implementation_comments_thread").on(table.threadId),
    index("implementation_comments_creator").on(table.createdBy),
    index("implementation_comments_resolver").on(table.resolvedBy),
    check(
      "implementation_comments_line",
      sql`num_nulls(${table.path}, ${table.side}, ${table.line}, ${table.hash}, ${table.commit}, ${table.excerpt}) in (0, 6)`,
    ),
    foreignKey({
      columns: [table.organizationId, table.implementationId],
      foreignColumns: [implementations.organizationId, implementations.implementationId],
    }).onDelete("cascade"),
  ],
);
