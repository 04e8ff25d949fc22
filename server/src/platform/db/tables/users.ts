import { index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";

import { moment } from "./columns.ts";

export const users = pgTable("users", {
  userId: uuid("user_id").primaryKey(),
  /** Lower case, unique: the sign-in name. */
  email: text("email").notNull().unique(),
  firstName: text("first_name"),
  lastName: text("last_name"),
  /** scrypt with its parameters and salt in one string; null for people who sign in elsewhere. */
  passwordHash: text("password_hash"),
  createdAt: moment("created_at").notNull(),
});

/** What the authorization server keeps: sessions, grants, codes, refresh tokens, registered clients. */
export const oidcRecords = pgTable(
  "oidc_records",
  {
    model: text("model").notNull(),
    recordId: text("record_id").notNull(),
    payload: jsonb("payload").notNull(),
    grantId: text("grant_id"),
    uid: text("uid"),
    userCode: text("user_code"),
    consumedAt: moment("consumed_at"),
    /** Null for records that never expire. */
    expiresAt: moment("expires_at"),
  },
  (table) => [
    primaryKey({ columns: [table.model, table.recordId] }),
    index("oidc_records_grant").on(table.grantId),
    index("oidc_records_uid").on(table.uid),
    index("oidc_records_expiry").on(table.expiresAt),
  ],
);

export const apiKeys = pgTable(
  "api_keys",
  {
    keyId: uuid("key_id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.userId, { onDelete: "cascade" }),
    name: text("name"),
    /** SHA-256 of the whole secret; the secret itself is long and random, so no slow hash is needed. */
    secretHash: text("secret_hash").notNull().unique(),
    lastFour: text("last_four").notNull(),
    scopes: jsonb("scopes").$type<"mcp"[]>().notNull(),
    createdAt: moment("created_at").notNull(),
    lastUsedAt: moment("last_used_at"),
  },
  (table) => [index("api_keys_user").on(table.userId)],
);

/** Private keys of the authorization server, sealed with the secret key. */
export const signingKeys = pgTable("signing_keys", {
  keyId: text("key_id").primaryKey(),
  sealedJwk: text("sealed_jwk").notNull(),
  createdAt: moment("created_at").notNull(),
});
