import type { ImplementationEngine } from "@cairn/contract/implementations";
import type { MergeMethod, MergePath } from "@cairn/contract/merge-methods";
import type { ServiceType } from "@cairn/contract/services";
import { sql } from "drizzle-orm";
import {
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
import { users } from "./users.ts";

export const projects = pgTable(
  "projects",
  {
    projectId: uuid("project_id").primaryKey(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organizations.organizationId, { onDelete: "cascade" }),
    slug: text("slug").notNull(),
    name: text("name").notNull(),
    description: text("description"),
    /** The description is what the built-in engine took from the code, and no person wrote or saved it since. */
    isDescriptionProposed: boolean("is_description_proposed").notNull().default(false),
    setupComplete: boolean("setup_complete").notNull().default(false),
    /** When its first pages stood; null while there is nothing to read. */
    pagesWrittenAt: moment("pages_written_at"),
    /**
     * Of its first pages which one is being written, in the order of their beginning; before that which one may be worth making, and
     * how far that is. Null before both, and once they stand.
     */
    pagesWriting: jsonb("pages_writing").$type<
      { number: number; total: number; title: string } | { plannedShare: number; title: string }
    >(),
    /** Public half of the key pair its `ssh` connections use, as one line; null until it is made. */
    sshPublicKey: text("ssh_public_key"),
    /** Private half in OpenSSH's format, sealed; never leaves the server. */
    sealedSshKey: text("sealed_ssh_key"),
    /** Numbers services within the project; only ever grows. */
    lastServiceNumber: integer("last_service_number").notNull().default(0),
    /** Numbers tasks within the project; only ever grows. */
    lastTaskNumber: integer("last_task_number").notNull().default(0),
    /** Numbers implementations within the project; only ever grows. */
    lastImplementationNumber: integer("last_implementation_number").notNull().default(0),
    /** Begins the names of its tasks: "FB" of "FB-9". Null until the first task is created; stays at a new name. */
    taskKey: text("task_key"),
    /** Agents may create its tasks, move them and tick their criteria. */
    agentsWriteTasks: boolean("agents_write_tasks").notNull().default(false),
    /** Null until somebody switched it, for the first of the two also when that account is gone. */
    agentsSwitchedBy: uuid("agents_switched_by").references(() => users.userId, { onDelete: "set null" }),
    agentsSwitchedAt: moment("agents_switched_at"),
    /** What implements its tasks where nobody says otherwise; null for the diff, or whoever begins one chooses. */
    defaultEngine: text("default_engine").$type<ImplementationEngine>(),
    /** Which coding agent; null for other engines. */
    defaultAgent: text("default_agent"),
    /** How changes are merged into its code. */
    mergeMethod: text("merge_method").$type<MergeMethod>().notNull().default("merge"),
    /** Whether they are merged at once or in line. */
    mergePath: text("merge_path").$type<MergePath>().notNull().default("direct"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    index("projects_agents_switched_by").on(table.agentsSwitchedBy),
    unique("projects_task_key").on(table.organizationId, table.taskKey),
    unique("projects_slug").on(table.organizationId, table.slug),
    unique("projects_tenant").on(table.organizationId, table.projectId),
  ],
);

/** What a run has read so far. */
export interface IndexReadingRow {
  files: number;
  totalFiles: number;
  symbols: number;
  /** The file that was read last. */
  path: string | null;
}

export interface FailedFileRow {
  path: string;
  reason: string;
}

/** `internal` is stored on this server alone: if lost, it could not be cloned again. */
export type RepositoryConnection =
  | { type: "url"; url: string }
  | { type: "ssh"; url: string }
  /** Through the organization's connected account; the names follow renames there. */
  | { type: "github"; owner: string; repo: string; connectionId: string }
  | { type: "path"; path: string }
  | { type: "internal" };

export const repositories = pgTable(
  "repositories",
  {
    repositoryId: uuid("repository_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    projectId: uuid("project_id").notNull(),
    slug: text("slug").notNull(),
    connection: jsonb("connection").$type<RepositoryConnection>().notNull(),
    /** User name and password for the remote, sealed; null for public ones. */
    sealedCredential: text("sealed_credential"),
    /** The credential may push, as the remote last said. */
    canPush: boolean("can_push").notNull().default(false),
    /** For hosted ones: nobody may rewrite or delete the main branch. */
    isProtected: boolean("is_protected").notNull().default(false),
    /** Lines of a known_hosts file, pinned at the first contact of an `ssh` connection. */
    hostKeys: jsonb("host_keys").$type<string[]>().notNull().default([]),
    /** What its code host signs pushes with; null until somebody sets a webhook up. */
    sealedWebhookSecret: text("sealed_webhook_secret"),
    /** When the remote was last polled. */
    checkedAt: moment("checked_at"),
    /** Null until the first clone has found the remote's default branch. */
    mainBranch: text("main_branch"),
    indexState: text("index_state")
      .$type<"never" | "queued" | "cloning" | "analyzing" | "ready" | "failed">()
      .notNull()
      .default("never"),
    /** 0 to 100; never runs backwards within one run. */
    indexProgress: integer("index_progress").notNull().default(0),
    /** When the last run that people see was put in line; null before the first, and for runs of earlier versions. */
    indexBegunAt: moment("index_begun_at"),
    /** What that run has read so far; null before it has listed the files. */
    indexReading: jsonb("index_reading").$type<IndexReadingRow>(),
    /** Plain words for the person looking; null when the last run did not fail. */
    indexError: text("index_error"),
    /** Raised by a context reset: a run that began before writes nothing more, and its index is thrown away. */
    indexGeneration: integer("index_generation").notNull().default(0),
    /** Null before the first index, and after a reset until the next. */
    indexedCommit: text("indexed_commit"),
    indexedAt: moment("indexed_at"),
    failedFileCount: integer("failed_file_count").notNull().default(0),
    failedFiles: jsonb("failed_files").$type<FailedFileRow[]>().notNull().default([]),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    unique("repositories_slug").on(table.projectId, table.slug),
    unique("repositories_tenant").on(table.organizationId, table.repositoryId),
    // The address of a hosted one is made of its organization and its own slug.
    uniqueIndex("repositories_hosted_slug")
      .on(table.organizationId, table.slug)
      .where(sql`${table.connection}->>'type' = 'internal'`),
    foreignKey({
      columns: [table.organizationId, table.projectId],
      foreignColumns: [projects.organizationId, projects.projectId],
    }).onDelete("cascade"),
  ],
);

export const services = pgTable(
  "services",
  {
    serviceId: uuid("service_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    projectId: uuid("project_id").notNull(),
    projectServiceId: integer("project_service_id").notNull(),
    name: text("name").notNull(),
    description: text("description").notNull(),
    type: text("type").$type<ServiceType>().notNull(),
    repositoryId: uuid("repository_id").references(() => repositories.repositoryId, { onDelete: "set null" }),
    workingPath: text("working_path").notNull().default("/"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    unique("services_number").on(table.projectId, table.projectServiceId),
    unique("services_tenant").on(table.organizationId, table.serviceId),
    index("services_repository").on(table.repositoryId),
    foreignKey({
      columns: [table.organizationId, table.projectId],
      foreignColumns: [projects.organizationId, projects.projectId],
    }).onDelete("cascade"),
  ],
);
