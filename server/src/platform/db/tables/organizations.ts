import type { AuditAction } from "@cairn/contract/audit";
import type { DemoCopyState } from "@cairn/contract/demo";
import type { inviteDeliveries } from "@cairn/contract/members";
import type { Role } from "@cairn/contract/roles";
import { bigint, boolean, index, pgTable, primaryKey, smallint, text, unique, uuid } from "drizzle-orm/pg-core";

import { moment } from "./columns.ts";
import { users } from "./users.ts";

type InviteDelivery = (typeof inviteDeliveries)[number];

export const organizations = pgTable("organizations", {
  organizationId: uuid("organization_id").primaryKey(),
  slug: text("slug").notNull().unique(),
  name: text("name").notNull(),
  /** One credit is one model token. */
  credits: bigint("credits", { mode: "number" }).notNull().default(0),
  isDemo: boolean("is_demo").notNull().default(false),
  /** What a new implementation may take of the model, in tokens; null: what the server says. */
  runTokenLimit: bigint("run_token_limit", { mode: "number" }),
  createdAt: moment("created_at").notNull(),
});

/** Organizations that are visitors' own copies of the demo. */
export const demoCopies = pgTable(
  "demo_copies",
  {
    organizationId: uuid("organization_id")
      .primaryKey()
      .references(() => organizations.organizationId, { onDelete: "cascade" }),
    /** Whose one copy it is; null once that person has left it to others, or is gone. */
    userId: uuid("user_id").references(() => users.userId, { onDelete: "set null" }),
    state: text("state").$type<DemoCopyState>().notNull(),
    /** In per cent, while it is made. */
    progress: smallint("progress").notNull().default(0),
    /** When it was begun the last time. */
    createdAt: moment("created_at").notNull(),
  },
  (table) => [unique("demo_copies_user").on(table.userId)],
);

export const members = pgTable(
  "members",
  {
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organizations.organizationId, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.userId, { onDelete: "cascade" }),
    role: text("role").$type<Role>().notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.userId] }), index("members_user").on(table.userId)],
);

/** Open invitations; accepting or revoking one removes the row. */
export const invites = pgTable(
  "invites",
  {
    inviteId: uuid("invite_id").primaryKey(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organizations.organizationId, { onDelete: "cascade" }),
    /** Lower case; only an account with this address may accept. */
    email: text("email").notNull(),
    role: text("role").$type<Role>().notNull(),
    /** SHA-256 of the token in the link; null until the mail that carries it is made. */
    tokenHash: text("token_hash").unique(),
    delivery: text("delivery").$type<InviteDelivery>().notNull(),
    /** Plain words; null unless the mail failed for good. */
    deliveryError: text("delivery_error"),
    invitedBy: uuid("invited_by").references(() => users.userId, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [unique("invites_email").on(table.organizationId, table.email)],
);

/**
 * Security-relevant actions, for Owners to read. Names are kept as they were; people by id, so that they can be
 * forgotten.
 */
export const auditEvents = pgTable(
  "audit_events",
  {
    eventId: uuid("event_id").primaryKey(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organizations.organizationId, { onDelete: "cascade" }),
    action: text("action").$type<AuditAction>().notNull(),
    /** Null for the server itself and for people whose account is gone. */
    actorId: uuid("actor_id").references(() => users.userId, { onDelete: "set null" }),
    /** The person it was done to, where there is one. */
    subjectId: uuid("subject_id").references(() => users.userId, { onDelete: "set null" }),
    target: text("target").notNull(),
    from: text("from_value"),
    to: text("to_value"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    index("audit_events_organization").on(table.organizationId, table.createdAt, table.eventId),
    index("audit_events_actor").on(table.actorId),
    index("audit_events_subject").on(table.subjectId),
  ],
);

/** Slugs of deleted organizations, as SHA-256, so that nothing of them is kept but that they are not free yet. */
export const slugTombstones = pgTable("slug_tombstones", {
  slugHash: text("slug_hash").primaryKey(),
  freedAt: moment("freed_at").notNull(),
});

/** Slugs given up: they lead to their organization and are given to nobody else for 90 days. */
export const formerSlugs = pgTable("former_slugs", {
  slug: text("slug").primaryKey(),
  organizationId: uuid("organization_id")
    .notNull()
    .references(() => organizations.organizationId, { onDelete: "cascade" }),
  freedAt: moment("freed_at").notNull(),
});
