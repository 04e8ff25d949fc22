import type { RevisionSummary } from "@cairn/contract/page-history";
import type { SectionOutput } from "@cairn/contract/page-sections";
import type { FactKind, ListedFacts, Source } from "@cairn/contract/sources";
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
  primaryKey,
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
    /** Stays in the outline, also when the code says nothing about it any more. */
    isPinned: boolean("is_pinned").notNull().default(false),
    isUpdating: boolean("is_updating").notNull().default(false),
    /** "Built-in engine" or the model's name. */
    writtenBy: text("written_by").notNull(),
    /** Null when an engine made it. */
    createdBy: uuid("created_by").references(() => users.userId, { onDelete: "set null" }),
    /** The parent page, of the same product, service or organization; null at the top. */
    parentArtifactId: uuid("parent_artifact_id"),
    /** Order among the pages with the same parent; small numbers first. */
    position: integer("position").notNull().default(0),
    /** Grows with every published change; its texts are in `artifact_revisions`. */
    revision: integer("revision").notNull().default(1),
    /** The template it was made from, built-in ones included; null otherwise. */
    templateId: uuid("template_id"),
    /** The folder a page of a template of pages is about; null for the whole of its service or product. */
    subjectRepositoryId: uuid("subject_repository_id"),
    subjectPath: text("subject_path"),
    /** The address its text is from; null for all other pages. The three below go with it. */
    /** Parts of its plan that a person refused: they do not come by themselves. */
    declinedParts: text("declined_parts").array().notNull().default([]),
    crawlUrl: text("crawl_url"),
    crawlStatus: text("crawl_status").$type<"waiting" | "running" | "ready" | "failed">(),
    fetchedAt: moment("fetched_at"),
    crawlError: text("crawl_error"),
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
    index("artifacts_parent").on(table.organizationId, table.parentArtifactId),
    foreignKey({
      name: "artifacts_parent_fk",
      columns: [table.organizationId, table.parentArtifactId],
      foreignColumns: [table.organizationId, table.artifactId],
    }),
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
    output: text("output").$type<SectionOutput>().notNull(),
    /** Which part of a first page this is ("purpose", "endpoints" …); null for sections people made. */
    templateKey: text("template_key"),
    content: text("content").notNull(),
    /** Whether it is stale is stored in `section_sources` and `section_facts` alone. */
    status: text("status").$type<"fresh" | "updating" | "failed">().notNull(),
    /** Why it could not be written, in plain words; null unless it failed. */
    error: text("error"),
    commit: text("commit"),
    generatedAt: moment("generated_at"),
    /** Null for what a person wrote. */
    writtenBy: text("written_by"),
    /** The text that is shown, as `section_versions` keeps it; null before the first. */
    versionId: uuid("version_id"),
    /** A new text that waits for a person's decision, and why it does; null where none waits. */
    heldVersionId: uuid("held_version_id"),
    heldReason: text("held_reason"),
    /** When a person decided to keep this text until somebody requests another; null otherwise. */
    pausedAt: moment("paused_at"),
    /** Who did, and with what ("Implementation 3 of FB-9"); null where that is not known. */
    pausedBy: uuid("paused_by").references(() => users.userId, { onDelete: "set null" }),
    pausedWith: text("paused_with"),
  },
  (table) => [
    unique("sections_tenant").on(table.organizationId, table.sectionId),
    unique("sections_position").on(table.artifactId, table.position),
    /** Queried for everybody's home screen; there are few or none. */
    index("sections_failed")
      .on(table.organizationId, table.artifactId)
      .where(sql`${table.status} = 'failed'`),
    index("sections_pauser").on(table.pausedBy),
    /** Few sections mention a task: these alone are looked through for one. */
    index("sections_mentioning_tasks")
      .on(table.organizationId, table.artifactId)
      .where(sql`${table.content} like '%cairn:task/%'`),
    index("sections_words").using("gin", sql`to_tsvector('english', ${table.title} || ' ' || ${table.content})`),
    foreignKey({
      columns: [table.organizationId, table.artifactId],
      foreignColumns: [artifacts.organizationId, artifacts.artifactId],
    }).onDelete("cascade"),
  ],
);

/**
 * The ledger: which lines each section cites, and where they are now. A push moves rows along with their lines or
 * marks them changed; the pages themselves are not touched by it.
 */
export const sectionSources = pgTable(
  "section_sources",
  {
    organizationId: uuid("organization_id").notNull(),
    artifactId: uuid("artifact_id").notNull(),
    sectionId: uuid("section_id").notNull(),
    /** `[number]` in the section's text, from 1. */
    number: integer("number").notNull(),
    /** A repository of the organization, or the project whose external context it is. */
    repositoryId: uuid("repository_id").notNull(),
    path: text("path").notNull(),
    startLine: integer("start_line").notNull(),
    endLine: integer("end_line").notNull(),
    /** A commit at which exactly these lines are at this position. */
    commit: text("commit").notNull(),
    /** Id of the file's content at that commit; "" in rows of former versions, where it was not kept. */
    blob: text("blob").notNull(),
    /** SHA-256 (hex) of the lines joined by "\n". */
    hash: text("hash").notNull(),
    /**
     * When the lines were found changed or gone; null while they are there. The position above is then their last one.
     */
    changedAt: moment("changed_at"),
    /** The commit at which they were found changed. */
    changedCommit: text("changed_commit"),
    /** The file's content that was last compared with changed lines; null when there was no such file. */
    comparedBlob: text("compared_blob"),
  },
  (table) => [
    primaryKey({ columns: [table.sectionId, table.number] }),
    index("section_sources_repository").on(table.organizationId, table.repositoryId),
    index("section_sources_page").on(table.organizationId, table.artifactId),
    index("section_sources_changed")
      .on(table.organizationId, table.artifactId, table.sectionId)
      .where(sql`${table.changedAt} is not null`),
    foreignKey({
      columns: [table.organizationId, table.sectionId],
      foreignColumns: [sections.organizationId, sections.sectionId],
    }).onDelete("cascade"),
  ],
);

/** Every text a section ever had on a published page, or that waits to be accepted. Rows never change. */
/**
 * The other part of the ledger: facts that a section lists or counts. A push that adds, takes away or changes one of
 * them marks the row, wherever in the folder it is declared.
 */
export const sectionFacts = pgTable(
  "section_facts",
  {
    organizationId: uuid("organization_id").notNull(),
    artifactId: uuid("artifact_id").notNull(),
    sectionId: uuid("section_id").notNull(),
    repositoryId: uuid("repository_id").notNull(),
    kind: text("kind").$type<FactKind>().notNull(),
    /** "" for the whole repository. */
    folder: text("folder").notNull(),
    /** SHA-256 (hex) over the facts that the text tells. */
    digest: text("digest").notNull(),
    /** When there were found to be other facts; null while they are as the text tells them. */
    changedAt: moment("changed_at"),
    /** The commit at which they were. */
    changedCommit: text("changed_commit"),
  },
  (table) => [
    primaryKey({ columns: [table.sectionId, table.repositoryId, table.kind, table.folder] }),
    index("section_facts_repository").on(table.organizationId, table.repositoryId),
    index("section_facts_page").on(table.organizationId, table.artifactId),
    index("section_facts_changed")
      .on(table.organizationId, table.artifactId, table.sectionId)
      .where(sql`${table.changedAt} is not null`),
    foreignKey({
      columns: [table.organizationId, table.sectionId],
      foreignColumns: [sections.organizationId, sections.sectionId],
    }).onDelete("cascade"),
  ],
);

export const sectionVersions = pgTable(
  "section_versions",
  {
    versionId: uuid("version_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    artifactId: uuid("artifact_id").notNull(),
    sectionId: uuid("section_id").notNull(),
    title: text("title").notNull(),
    prompt: text("prompt"),
    output: text("output").$type<SectionOutput>().notNull(),
    templateKey: text("template_key"),
    content: text("content").notNull(),
    /** As they were when it was written. */
    sources: jsonb("sources").$type<Source[]>().notNull(),
    lists: jsonb("lists").$type<ListedFacts[]>().notNull().default([]),
    commit: text("commit"),
    generatedAt: moment("generated_at"),
    writtenBy: text("written_by"),
    /** What a model used for it; 0 for all others. */
    inputTokens: integer("input_tokens").notNull().default(0),
    outputTokens: integer("output_tokens").notNull().default(0),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    index("section_versions_page").on(table.organizationId, table.artifactId),
    foreignKey({
      columns: [table.organizationId, table.artifactId],
      foreignColumns: [artifacts.organizationId, artifacts.artifactId],
    }).onDelete("cascade"),
  ],
);

/** The published states of pages: a title and the texts of the sections in their order. */
export const artifactRevisions = pgTable(
  "artifact_revisions",
  {
    organizationId: uuid("organization_id").notNull(),
    artifactId: uuid("artifact_id").notNull(),
    revision: integer("revision").notNull(),
    title: text("title").notNull(),
    versionIds: uuid("version_ids").array().notNull(),
    cause: text("cause").$type<RevisionSummary["cause"]>().notNull(),
    /** Null for a writer. */
    createdBy: uuid("created_by").references(() => users.userId, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.artifactId, table.revision] }),
    index("artifact_revisions_organization").on(table.organizationId, table.artifactId),
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
