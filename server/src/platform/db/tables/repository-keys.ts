import { boolean, foreignKey, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";

import { moment } from "./columns.ts";
import { repositories } from "./projects.ts";
import { users } from "./users.ts";

/** Keys of machines for one hosted repository: a public SSH key, or a token of ours for HTTP. */
export const repositoryKeys = pgTable(
  "repository_keys",
  {
    keyId: uuid("key_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    repositoryId: uuid("repository_id").notNull(),
    name: text("name").notNull(),
    /** Type and body of the line, without the comment; null for a token. */
    publicKey: text("public_key"),
    /** SHA256:… of the public key; null for a token. One key may open several repositories. */
    fingerprint: text("fingerprint"),
    /** SHA-256 of a token's whole secret; null for an SSH key. */
    secretHash: text("secret_hash").unique(),
    lastFour: text("last_four"),
    isReadOnly: boolean("is_read_only").notNull(),
    /** Null when that account is gone; the key stays. */
    createdBy: uuid("created_by").references(() => users.userId, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
    lastUsedAt: moment("last_used_at"),
  },
  (table) => [
    unique("repository_keys_name").on(table.repositoryId, table.name),
    unique("repository_keys_once").on(table.repositoryId, table.fingerprint),
    index("repository_keys_fingerprint").on(table.fingerprint),
    foreignKey({
      columns: [table.organizationId, table.repositoryId],
      foreignColumns: [repositories.organizationId, repositories.repositoryId],
    }).onDelete("cascade"),
  ],
);
