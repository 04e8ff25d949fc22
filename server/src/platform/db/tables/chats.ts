import type { ChatSession } from "@cairn/contract/chat";
import { boolean, foreignKey, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";

import { moment } from "./columns.ts";
import { members, organizations } from "./organizations.ts";
import { projects } from "./projects.ts";

export const chats = pgTable(
  "chats",
  {
    sessionId: uuid("session_id").primaryKey(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organizations.organizationId, { onDelete: "cascade" }),
    /** Null for a chat about the whole organization. */
    projectId: uuid("project_id"),
    userId: uuid("user_id").notNull(),
    assistant: text("assistant").notNull(),
    title: text("title").notNull(),
    /** The whole session object as the client sees it. */
    session: jsonb("session").$type<ChatSession>().notNull(),
    isStreaming: boolean("is_streaming").notNull(),
    /** Process that is answering; a stream of a process that is gone is over. Null when nothing streams. */
    answeredBy: uuid("answered_by"),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [
    index("chats_of_user").on(table.organizationId, table.userId, table.updatedAt),
    foreignKey({
      columns: [table.organizationId, table.projectId],
      foreignColumns: [projects.organizationId, projects.projectId],
    }).onDelete("cascade"),
    /** Chats are private to their member and go when the membership goes. */
    foreignKey({
      columns: [table.organizationId, table.userId],
      foreignColumns: [members.organizationId, members.userId],
    }).onDelete("cascade"),
  ],
);
