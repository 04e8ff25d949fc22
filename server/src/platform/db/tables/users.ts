import type { needLetterFrequencies } from "@cairn/contract/attention-items";
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";

import { moment, momentInMs } from "./columns.ts";

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

/** Letters about what waits for a person; no row for who never asked for any. */
export const needLetters = pgTable(
  "need_letters",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.userId, { onDelete: "cascade" }),
    frequency: text("frequency").$type<(typeof needLetterFrequencies)[number]>().notNull(),
    /** When it was last looked what waits; null before the first time. */
    lookedAt: moment("looked_at"),
    /** What the last letter told of and still waited when it was last looked, as `nameNeed` calls it. */
    told: text("told").array().notNull(),
  },
  (table) => [index("need_letters_looked").on(table.lookedAt)],
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

export const sshKeys = pgTable(
  "ssh_keys",
  {
    keyId: uuid("key_id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.userId, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** Type and body of the line, without the comment, which often names a person or machine. */
    publicKey: text("public_key").notNull(),
    /** SHA256:…; a key identifies its user, so it belongs to one account only. */
    fingerprint: text("fingerprint").notNull().unique(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [index("ssh_keys_user").on(table.userId)],
);

/** What is shown of a sign-in. The grant it belongs to is a record of the authorization server and decides its life. */
export const signIns = pgTable(
  "sign_ins",
  {
    sessionId: uuid("session_id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.userId, { onDelete: "cascade" }),
    grantId: text("grant_id").notNull().unique(),
    userAgent: text("user_agent"),
    address: text("address"),
    createdAt: moment("created_at").notNull(),
    lastUsedAt: moment("last_used_at").notNull(),
  },
  (table) => [index("sign_ins_user").on(table.userId)],
);

/** Who somebody is at another OpenID Connect provider. */
export const identities = pgTable(
  "identities",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.userId, { onDelete: "cascade" }),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), index("identities_user").on(table.userId)],
);

/** Links that set a new password: used once, within the hour. */
export const passwordResets = pgTable(
  "password_resets",
  {
    tokenHash: text("token_hash").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.userId, { onDelete: "cascade" }),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("password_resets_user").on(table.userId)],
);

/** Answers to calls that came with an Idempotency-Key, for a day. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.userId, { onDelete: "cascade" }),
    key: text("key").notNull(),
    /** SHA-256 of method, path and body: the same key with another request is a mistake of the caller. */
    requestHash: text("request_hash").notNull(),
    /** Null while the first request is still being answered. */
    status: integer("status"),
    /** Sealed, because answers may hold secrets; null while there is none, and for an empty one. */
    sealedBody: text("sealed_body"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] }), index("idempotency_keys_age").on(table.createdAt)],
);

/** Counters of the rate limits, shared by all processes; keys are hashes. The column names are the library's. */
export const rateLimits = pgTable("rate_limits", {
  key: text("key").primaryKey(),
  points: integer("points").notNull().default(0),
  expire: momentInMs("expire"),
});

/** Private keys of the authorization server, sealed with the secret key. */
export const signingKeys = pgTable("signing_keys", {
  keyId: text("key_id").primaryKey(),
  sealedJwk: text("sealed_jwk").notNull(),
  createdAt: moment("created_at").notNull(),
});
