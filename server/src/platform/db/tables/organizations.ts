import type { Role } from "@cairn/contract/members";
import { bigint, boolean, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";

import { moment } from "./columns.ts";
import { users } from "./users.ts";

export const organizations = pgTable("organizations", {
  organizationId: uuid("organization_id").primaryKey(),
  slug: text("slug").notNull().unique(),
  name: text("name").notNull(),
  /** One credit is one model token. */
  credits: bigint("credits", { mode: "number" }).notNull().default(0),
  isDemo: boolean("is_demo").notNull().default(false),
  createdAt: moment("created_at").notNull(),
});

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

/** Slugs given up: they lead to their organization and are given to nobody else for 90 days. */
export const formerSlugs = pgTable("former_slugs", {
  slug: text("slug").primaryKey(),
  organizationId: uuid("organization_id")
    .notNull()
    .references(() => organizations.organizationId, { onDelete: "cascade" }),
  freedAt: moment("freed_at").notNull(),
});
