import type { PullRequest } from "@cairn/contract/implementations";
import { foreignKey, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";

import { moment } from "./columns.ts";
import { implementations } from "./implementations.ts";

/** Pull requests that implementations are merged by. While one is not closed, there is an intent to merge beside it. */
export const pullRequests = pgTable(
  "pull_requests",
  {
    implementationId: uuid("implementation_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    state: text("state").$type<PullRequest["state"]>().notNull(),
    /** The commit that was reviewed. */
    headOid: text("head_oid").notNull(),
    /** What GitHub calls it, where it is and what its branch stands at; null together before that was heard. */
    number: integer("number"),
    url: text("url"),
    hostedOid: text("hosted_oid"),
    /** When GitHub was asked last; null before, and where it told that something happened. */
    lookedAt: moment("looked_at"),
    /** Why it came to nothing, in words; null while it is open. */
    reason: text("reason"),
  },
  (table) => [
    index("pull_requests_implementation").on(table.organizationId, table.implementationId),
    foreignKey({
      name: "pull_requests_implementation_fk",
      columns: [table.organizationId, table.implementationId],
      foreignColumns: [implementations.organizationId, implementations.implementationId],
    }).onDelete("cascade"),
  ],
);
