import type { RuleCheck } from "@cairn/contract/rule-checks";
import { boolean, foreignKey, index, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";

import { moment } from "./columns.ts";
import { projects, services } from "./projects.ts";
import { users } from "./users.ts";

/** Instructions for agents that work on a project, or on one service of it. */
export const rules = pgTable(
  "rules",
  {
    ruleId: uuid("rule_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    projectId: uuid("project_id").notNull(),
    /** Null for a rule of the whole project. */
    serviceId: uuid("service_id"),
    condition: text("condition").notNull(),
    instruction: text("instruction").notNull(),
    /** Null for advice only. */
    check: jsonb("check").$type<RuleCheck>(),
    /** Only with a check. */
    isRequired: boolean("is_required").notNull().default(false),
    /** Null when that account is gone. */
    createdBy: uuid("created_by").references(() => users.userId, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [
    unique("rules_tenant").on(table.organizationId, table.ruleId),
    index("rules_project").on(table.organizationId, table.projectId, table.createdAt),
    foreignKey({
      columns: [table.organizationId, table.projectId],
      foreignColumns: [projects.organizationId, projects.projectId],
    }).onDelete("cascade"),
    foreignKey({
      columns: [table.organizationId, table.serviceId],
      foreignColumns: [services.organizationId, services.serviceId],
    }).onDelete("cascade"),
  ],
);
