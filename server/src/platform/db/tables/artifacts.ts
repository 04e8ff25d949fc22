import type { Source } from "@cairn/contract/sources";
import type { Template } from "@cairn/contract/templates";
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

import { moment } from "./columns.ts";
import { organizations } from "./organizations.ts";
import { projects, services } from "./projects.ts";
import { users } from "./users.ts";

/** An index holds two absent ids for different; this makes them one. */
const orNobody = (id: AnyPgColumn) => sql`coalesce(${id}, '00000000-0000-0000-0000-000000000000')`;

export const artifacts = pgTable(
  "artifacts",
  {
    artifactId: uuid("artifact_id").primaryKey(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organizations.organizationId, { onDelete: "cascade" }),
    /** Null for pages of the whole organization. */
    projectId: uuid("project_id"),
    /** Null for pages of the whole project. */
    serviceId: uuid("service_id"),
    title: text("title").notNull(),
    /** Which first page this is ("overview", "service", "getting-started"); null for pages people made. */
    plan: text("plan"),
    isUpdating: boolean("is_updating").notNull().default(false),
    /** "Built-in engine" or the model's name. */
    writtenBy: text("written_by").notNull(),
    /** Null when an engine made it. */
    createdBy: uuid("created_by").references(() => users.userId, { onDelete: "set null" }),
    /** Order in lists; small numbers first. */
    position: integer("position").notNull().default(0),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [
    unique("artifacts_tenant").on(table.organizationId, table.artifactId),
    /** One first page of each kind for a project or service, however often generation is started. */
    uniqueIndex("artifacts_plan")
      .on(table.organizationId, orNobody(table.projectId), orNobody(table.serviceId), table.plan)
      .where(sql`${table.plan} is not null`),
    index("artifacts_organization").on(table.organizationId, table.projectId, table.serviceId),
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

export const sections = pgTable(
  "sections",
  {
    sectionId: uuid("section_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    artifactId: uuid("artifact_id").notNull(),
    position: integer("position").notNull(),
    title: text("title").notNull(),
    /** Null for static sections. */
    prompt: text("prompt"),
    output: text("output").$type<"markdown" | "mermaid" | "plain-text">().notNull(),
    /** Which part of a first page this is ("purpose", "endpoints" …); null for sections people made. */
    recipe: text("recipe"),
    content: text("content").notNull(),
    sources: jsonb("sources").$type<Source[]>().notNull().default([]),
    status: text("status").$type<"fresh" | "stale" | "updating" | "failed">().notNull(),
    commit: text("commit"),
    generatedAt: moment("generated_at"),
  },
  (table) => [
    unique("sections_position").on(table.artifactId, table.position),
    /** Asked for on the home screen of everybody; there are few or none. */
    index("sections_failed")
      .on(table.organizationId, table.artifactId)
      .where(sql`${table.status} = 'failed'`),
    index("sections_words").using("gin", sql`to_tsvector('english', ${table.title} || ' ' || ${table.content})`),
    foreignKey({
      columns: [table.organizationId, table.artifactId],
      foreignColumns: [artifacts.organizationId, artifacts.artifactId],
    }).onDelete("cascade"),
  ],
);

/** What pages of the same kind have in common: their sections with prompts, without content. */
export const templates = pgTable(
  "templates",
  {
    templateId: uuid("template_id").primaryKey(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organizations.organizationId, { onDelete: "cascade" }),
    title: text("title").notNull(),
    scope: jsonb("scope").$type<Template["scope"]>().notNull(),
    content: jsonb("content").$type<Template["content"]>().notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [index("templates_organization").on(table.organizationId, table.createdAt)],
);
