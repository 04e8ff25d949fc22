import type { ChatSession } from "@cairn/contract/chat";
import type { MessageOperation } from "@cairn/contract/chat-events";
import { sql } from "drizzle-orm";
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
    /**
     * The session object as it was when the answer under way began; its `chat_operations` make of it what clients see.
     */
    session: jsonb("session").$type<ChatSession>().notNull(),
    isStreaming: boolean("is_streaming").notNull(),
    /** Process that is answering; a stream of a process that is gone is over. Null when nothing streams. */
    answeredBy: uuid("answered_by"),
    /** How often the answer under way was begun; more than once after a process that gave it was gone. */
    attempts: integer("attempts").notNull().default(0),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [
    unique("chats_tenant").on(table.organizationId, table.sessionId),
    index("chats_of_user").on(table.organizationId, table.userId, table.updatedAt),
    /** Every process looks through these every few seconds for answers that nobody gives any more. */
    index("chats_streaming")
      .on(table.updatedAt)
      .where(sql`${table.isStreaming}`),
    foreignKey({
      columns: [table.organizationId, table.projectId],
      foreignColumns: [projects.organizationId, projects.projectId],
    }).onDelete("cascade"),
    /** Chats are private to their member and deleted with the membership. */
    foreignKey({
      columns: [table.organizationId, table.userId],
      foreignColumns: [members.organizationId, members.userId],
    }).onDelete("cascade"),
  ],
);

/** What an answer under way did to its session so far; empty once it has ended and the session holds it all. */
export const chatOperations = pgTable(
  "chat_operations",
  {
    organizationId: uuid("organization_id").notNull(),
    sessionId: uuid("session_id").notNull(),
    /** From 1, within one answer. */
    sequence: integer("sequence").notNull(),
    operations: jsonb("operations").$type<Pick<MessageOperation, "path" | "operation" | "value">[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.sequence] }),
    foreignKey({
      columns: [table.organizationId, table.sessionId],
      foreignColumns: [chats.organizationId, chats.sessionId],
    }).onDelete("cascade"),
  ],
);
