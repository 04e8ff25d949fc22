import type { Plan } from "@cairn/contract/plans";
import type { LocationReason } from "@cairn/contract/task-locations";
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";

import { artifacts } from "./artifacts.ts";
import { chats } from "./chats.ts";
import { moment, plainText } from "./columns.ts";
import { projects, repositories, services } from "./projects.ts";
import { users } from "./users.ts";

export const plans = pgTable(
  "plans",
  {
    planId: uuid("plan_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    projectId: uuid("project_id").notNull(),
    goal: text("goal").notNull(),
    state: text("state").$type<Plan["state"]>().notNull(),
    /** Grows with every request for a proposal: what a job found for an older one is not kept. */
    proposal: integer("proposal").notNull(),
    progress: jsonb("progress").$type<NonNullable<Plan["progress"]>>(),
    error: text("error"),
    notes: jsonb("notes").$type<string[]>().notNull(),
    nothing: text("nothing").$type<NonNullable<Plan["nothing"]>>(),
    /** "Built-in engine" or the model's name; null before the first proposal. */
    writtenBy: text("written_by"),
    /** Where the goal comes from; null for one that was written as a plan. */
    origin: text("origin").$type<"chat" | "page">(),
    /** The chat of whoever created the plan; null where it is gone. */
    sessionId: uuid("session_id").references(() => chats.sessionId, { onDelete: "set null" }),
    /** Null where the page is gone. */
    artifactId: uuid("artifact_id").references(() => artifacts.artifactId, { onDelete: "set null" }),
    /** Null when that account is gone. */
    createdBy: uuid("created_by").references(() => users.userId, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [
    unique("plans_tenant").on(table.organizationId, table.planId),
    index("plans_project").on(table.organizationId, table.projectId, table.createdAt),
    index("plans_session").on(table.sessionId),
    index("plans_artifact").on(table.artifactId),
    index("plans_creator").on(table.createdBy),
    foreignKey({
      columns: [table.organizationId, table.projectId],
      foreignColumns: [projects.organizationId, projects.projectId],
    }).onDelete("cascade"),
  ],
);

/** A task that is proposed, or that one of the backlog was made of. */
export const planItems = pgTable(
  "plan_items",
  {
    itemId: uuid("item_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    planId: uuid("plan_id").notNull(),
    /** Its place in the plan; items of equal rank stand by id. */
    rank: plainText("rank").notNull(),
    title: text("title").notNull(),
    /** Markdown. */
    description: text("description").notNull(),
    criteria: jsonb("criteria").$type<string[]>().notNull(),
    /** Null where none was chosen, or it is gone. */
    serviceId: uuid("service_id").references(() => services.serviceId, { onDelete: "set null" }),
    note: text("note"),
    version: integer("version").notNull(),
    /** The three below are null until it is accepted. No foreign key: the plan remembers tasks that were deleted. */
    taskId: uuid("task_id"),
    projectTaskId: integer("project_task_id"),
    acceptedAt: moment("accepted_at"),
  },
  (table) => [
    unique("plan_items_tenant").on(table.organizationId, table.itemId),
    index("plan_items_plan").on(table.organizationId, table.planId),
    index("plan_items_service").on(table.serviceId),
    foreignKey({
      columns: [table.organizationId, table.planId],
      foreignColumns: [plans.organizationId, plans.planId],
    }).onDelete("cascade"),
  ],
);

/** `itemId` waits for `blockerId`; both are of one plan, and no links lead back to where they began. */
export const planLinks = pgTable(
  "plan_links",
  {
    organizationId: uuid("organization_id").notNull(),
    itemId: uuid("item_id").notNull(),
    blockerId: uuid("blocker_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.blockerId] }),
    index("plan_links_item").on(table.organizationId, table.itemId),
    index("plan_links_blocker").on(table.organizationId, table.blockerId),
    foreignKey({
      columns: [table.organizationId, table.itemId],
      foreignColumns: [planItems.organizationId, planItems.itemId],
    }).onDelete("cascade"),
    foreignKey({
      columns: [table.organizationId, table.blockerId],
      foreignColumns: [planItems.organizationId, planItems.itemId],
    }).onDelete("cascade"),
  ],
);

/** A file that a proposed task is expected to touch. */
export const planLocations = pgTable(
  "plan_locations",
  {
    organizationId: uuid("organization_id").notNull(),
    itemId: uuid("item_id").notNull(),
    repositoryId: uuid("repository_id").notNull(),
    path: text("path").notNull(),
    /** From 0; the likeliest first. */
    position: integer("position").notNull(),
    /** The lines that are meant; null for the whole file. */
    startLine: integer("start_line"),
    endLine: integer("end_line"),
    /** The declaration that is meant. */
    symbol: text("symbol"),
    why: jsonb("why").$type<LocationReason[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.repositoryId, table.path] }),
    index("plan_locations_item").on(table.organizationId, table.itemId),
    index("plan_locations_repository").on(table.organizationId, table.repositoryId),
    foreignKey({
      columns: [table.organizationId, table.itemId],
      foreignColumns: [planItems.organizationId, planItems.itemId],
    }).onDelete("cascade"),
    foreignKey({
      columns: [table.organizationId, table.repositoryId],
      foreignColumns: [repositories.organizationId, repositories.repositoryId],
    }).onDelete("cascade"),
  ],
);
