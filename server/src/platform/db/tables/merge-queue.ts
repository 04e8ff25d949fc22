import type { mergeQueueStates, RunProgress } from "@cairn/contract/implementations";
import { foreignKey, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";

import { moment } from "./columns.ts";
import { implementations, type RunProof } from "./implementations.ts";
import { users } from "./users.ts";

/**
 * Implementations that wait to be merged, each tested on top of those before it. The line of a branch is in the order in
 * which they came. What testing came to belongs to the commit that was tested: where that is another one, it is void.
 */
export const mergeQueueEntries = pgTable(
  "merge_queue_entries",
  {
    implementationId: uuid("implementation_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    /** The commit that was reviewed. */
    headOid: text("head_oid").notNull(),
    /** Null when that account is gone. */
    requestedBy: uuid("requested_by").references(() => users.userId, { onDelete: "set null" }),
    queuedAt: moment("queued_at").notNull(),
    state: text("state").$type<(typeof mergeQueueStates)[number]>().notNull(),
    /** What it is merged onto, and the commit that does; null together before that was made. */
    ontoOid: text("onto_oid"),
    mergeOid: text("merge_oid"),
    /** What testing `mergeOid` came to; null before. */
    proof: jsonb("proof").$type<RunProof>(),
    /** What a command writes at the moment; null where none runs. */
    progress: jsonb("progress").$type<RunProgress>(),
    /** Why it left, in words; null while it has not. */
    reason: text("reason"),
  },
  (table) => [
    index("merge_queue_entries_implementation").on(table.organizationId, table.implementationId),
    index("merge_queue_entries_requester").on(table.requestedBy),
    foreignKey({
      name: "merge_queue_entries_implementation_fk",
      columns: [table.organizationId, table.implementationId],
      foreignColumns: [implementations.organizationId, implementations.implementationId],
    }).onDelete("cascade"),
  ],
);
