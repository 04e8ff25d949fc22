import type { HookDelivery, HookEvent } from "@cairn/contract/event-hooks";
import { boolean, foreignKey, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";

import { moment } from "./columns.ts";
import { projects } from "./projects.ts";

/** Addresses that are told what happens in a product. */
export const eventHooks = pgTable(
  "event_hooks",
  {
    hookId: uuid("hook_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    projectId: uuid("project_id").notNull(),
    /** It may hold a password. */
    sealedUrl: text("sealed_url").notNull(),
    sealedSecret: text("sealed_secret").notNull(),
    events: text("events").array().$type<HookEvent[]>().notNull(),
    isEnabled: boolean("is_enabled").notNull().default(true),
    /** Since when nothing arrived; null while it does. */
    failingSince: moment("failing_since"),
    /** Why this server switched it off; null where it did not. */
    disabledReason: text("disabled_reason"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    unique("event_hooks_organization").on(table.organizationId, table.hookId),
    index("event_hooks_project").on(table.organizationId, table.projectId),
    foreignKey({
      name: "event_hooks_project_fk",
      columns: [table.organizationId, table.projectId],
      foreignColumns: [projects.organizationId, projects.projectId],
    }).onDelete("cascade"),
  ],
);

/** What they are told, each as long as somebody may want to see it. */
export const hookDeliveries = pgTable(
  "hook_deliveries",
  {
    deliveryId: uuid("delivery_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    hookId: uuid("hook_id").notNull(),
    type: text("type").$type<HookDelivery["type"]>().notNull(),
    /** What is sent beside the type, but for addresses. */
    data: jsonb("data").$type<Record<string, string | number>>().notNull(),
    state: text("state").$type<HookDelivery["state"]>().notNull(),
    attempts: integer("attempts").notNull().default(0),
    responseStatus: integer("response_status"),
    problem: text("problem"),
    createdAt: moment("created_at").notNull(),
    /** When it is tried next; whoever tries it moves that on first. Null unless it waits. */
    dueAt: moment("due_at"),
  },
  (table) => [
    index("hook_deliveries_hook").on(table.organizationId, table.hookId, table.createdAt),
    index("hook_deliveries_due").on(table.dueAt),
    foreignKey({
      name: "hook_deliveries_hook_fk",
      columns: [table.organizationId, table.hookId],
      foreignColumns: [eventHooks.organizationId, eventHooks.hookId],
    }).onDelete("cascade"),
  ],
);
