import { index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";

import { moment } from "./columns.ts";
import { organizations } from "./organizations.ts";
import { users } from "./users.ts";

/** Accounts elsewhere that an organization is connected to. */
export const connections = pgTable(
  "connections",
  {
    connectionId: uuid("connection_id").primaryKey(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organizations.organizationId, { onDelete: "cascade" }),
    type: text("type").$type<"github">().notNull(),
    /** The code host's own number of it; several organizations may be connected to the same. */
    installationId: text("installation_id").notNull(),
    /** Name of the account there. */
    account: text("account").notNull(),
    suspendedAt: moment("suspended_at"),
    createdBy: uuid("created_by").references(() => users.userId, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    unique("connections_once").on(table.organizationId, table.type, table.installationId),
    index("connections_installation").on(table.type, table.installationId),
  ],
);

/** Key pairs of the server itself, one row each, so that all its machines show the same. */
export const serverKeys = pgTable("server_keys", {
  name: text("name").primaryKey(),
  sealedKey: text("sealed_key").notNull(),
  createdAt: moment("created_at").notNull(),
});
