import { sql } from "drizzle-orm";
import { index, integer, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";

import { moment } from "./columns.ts";
import { organizations } from "./organizations.ts";

/** Every call of a language model: the tokens reserved for it before and those it used. */
export const modelCalls = pgTable(
  "model_calls",
  {
    callId: uuid("call_id").primaryKey(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organizations.organizationId, { onDelete: "cascade" }),
    /** Null for a call about no product. No reference: the usage of an organization outlives its products. */
    projectId: uuid("project_id"),
    /** The user who asked; null for a job of ours. No reference either. */
    userId: uuid("user_id"),
    /** Null for a call of no run. No reference either. */
    implementationId: uuid("implementation_id"),
    /** What it was for: `answer`, `title`, `description`, `draft`, `pages`, `plan`, `implementation`. */
    purpose: text("purpose").notNull(),
    model: text("model").notNull(),
    /** Tokens set aside; counts against the budget until the call ends. */
    reservedTokens: integer("reserved_tokens").notNull(),
    /** How many of these are what it is sent; null for calls of no run. */
    promptTokens: integer("prompt_tokens"),
    /** Null until it ended. */
    inputTokens: integer("input_tokens"),
    outputTokens: integer("output_tokens"),
    /** By the prices set at the time; null where none were. */
    costUsd: numeric("cost_usd", { precision: 14, scale: 6, mode: "number" }),
    startedAt: moment("started_at").notNull(),
    /** Of a call of a run: from here on the vendor may charge for it. */
    sentAt: moment("sent_at"),
    endedAt: moment("ended_at"),
  },
  (table) => [
    index("model_calls_organization").on(table.organizationId, table.startedAt),
    index("model_calls_implementation")
      .on(table.implementationId)
      .where(sql`${table.implementationId} is not null`),
  ],
);
