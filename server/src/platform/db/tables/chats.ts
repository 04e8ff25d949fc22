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

/** Two columns more are PostgreSQL's own, worked out of `session`: `task_names` and `asked_task_id`. */
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
     * The session as it was when the answer under way began. Clients see it with its `chat_operations` applied.
     */
    session: jsonb("session").$type<ChatSession>().notNull(),
    isStreaming: boolean("is_streaming").notNull(),
    /** Id of the process that writes the answer; when it has died, the answer is started again. Null when nothing streams. */
    answeredBy: uuid("answered_by"),
    /** How often the answer under way was started: above 1 when a process died while it wrote it. */
    attempts: integer("attempts").notNull().default(0),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [
    unique("chats_tenant").on(table.organizationId, table.sessionId),
    index("chats_of_user").on(table.organizationId, table.userId, table.updatedAt),
    /** Each process looks here every few seconds for answers whose process has died. */
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

/** Changes that the answer under way has made to its session; deleted when it ends, after they are merged into it. */
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
