import type { ArchitectureNodeKind, DerivedEdgeKind, DriftState, EdgeStance } from "@cairn/contract/architecture";
import type { ArchitectureChange } from "@cairn/contract/architecture-changes";
import type { CodeLocation } from "@cairn/contract/code-graph";
import type { ProposalCorrection } from "@cairn/contract/proposal-corrections";
import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";

import { moment } from "./columns.ts";
import { projects, repositories, services } from "./projects.ts";
import { users } from "./users.ts";

/** What people said of a node: where it stands, or that a line leads there. Nodes of the code alone have no row. */
export const architectureNodes = pgTable(
  "architecture_nodes",
  {
    organizationId: uuid("organization_id").notNull(),
    projectId: uuid("project_id").notNull(),
    /** The service's id, or one that begins with its kind. */
    nodeId: text("node_id").notNull(),
    kind: text("kind").$type<ArchitectureNodeKind>().notNull(),
    /** As it was called when the row was written: it is shown so where no code names it any more. */
    name: text("name").notNull(),
    /** Of a node that people drew: what it is made with; null where nobody said, and of all others. */
    technology: text("technology"),
    /** Of a service alone; with the service its row goes. */
    serviceId: uuid("service_id"),
    /** Null together where nobody has moved it. */
    x: doublePrecision("x"),
    y: doublePrecision("y"),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.projectId, table.nodeId] }),
    index("architecture_nodes_service").on(table.organizationId, table.serviceId),
    check("architecture_nodes_whole", sql`(${table.x} is null) = (${table.y} is null)`),
    foreignKey({
      name: "architecture_nodes_project_fk",
      columns: [table.organizationId, table.projectId],
      foreignColumns: [projects.organizationId, projects.projectId],
    }).onDelete("cascade"),
    foreignKey({
      name: "architecture_nodes_service_fk",
      columns: [table.organizationId, table.serviceId],
      foreignColumns: [services.organizationId, services.serviceId],
    }).onDelete("cascade"),
  ],
);

/** What people said of a connection. */
export const architectureEdges = pgTable(
  "architecture_edges",
  {
    organizationId: uuid("organization_id").notNull(),
    projectId: uuid("project_id").notNull(),
    sourceId: text("source_id").notNull(),
    targetId: text("target_id").notNull(),
    stance: text("stance").$type<EdgeStance>().notNull(),
    /** Null when that account is gone. */
    setBy: uuid("set_by").references(() => users.userId, { onDelete: "set null" }),
    setAt: moment("set_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.projectId, table.sourceId, table.targetId] }),
    index("architecture_edges_target").on(table.organizationId, table.projectId, table.targetId),
    index("architecture_edges_set_by").on(table.setBy),
    foreignKey({
      name: "architecture_edges_project_fk",
      columns: [table.organizationId, table.projectId],
      foreignColumns: [projects.organizationId, projects.projectId],
    }).onDelete("cascade"),
    foreignKey({
      name: "architecture_edges_source_fk",
      columns: [table.organizationId, table.projectId, table.sourceId],
      foreignColumns: [architectureNodes.organizationId, architectureNodes.projectId, architectureNodes.nodeId],
    }).onDelete("cascade"),
    foreignKey({
      name: "architecture_edges_target_fk",
      columns: [table.organizationId, table.projectId, table.targetId],
      foreignColumns: [architectureNodes.organizationId, architectureNodes.projectId, architectureNodes.nodeId],
    }).onDelete("cascade"),
  ],
);

/** When somebody last allowed what the code had. */
export const architectureBaselines = pgTable(
  "architecture_baselines",
  {
    organizationId: uuid("organization_id").notNull(),
    projectId: uuid("project_id").primaryKey(),
    /** Null when that account is gone. */
    setBy: uuid("set_by").references(() => users.userId, { onDelete: "set null" }),
    setAt: moment("set_at").notNull(),
  },
  (table) => [
    index("architecture_baselines_project").on(table.organizationId, table.projectId),
    index("architecture_baselines_set_by").on(table.setBy),
    foreignKey({
      name: "architecture_baselines_project_fk",
      columns: [table.organizationId, table.projectId],
      foreignColumns: [projects.organizationId, projects.projectId],
    }).onDelete("cascade"),
  ],
);

/** A connection as it was seen last, with the lines that showed it. */
export interface SeenEdge {
  sourceId: string;
  targetId: string;
  kinds: DerivedEdgeKind[];
  evidence: CodeLocation[];
  /** Digests of the lines of a forbidden one, each as often as it is there; absent where they were not read. */
  lines?: string[];
}

/** What of a project's code was seen last: what differs from it came since. */
export const architectureLooks = pgTable(
  "architecture_looks",
  {
    organizationId: uuid("organization_id").notNull(),
    projectId: uuid("project_id").primaryKey(),
    /** Digest of the services that it was seen with: other services have other connections, of the same code. */
    layout: text("layout").notNull(),
    edges: jsonb("edges").$type<SeenEdge[]>().notNull(),
    /** Of each repository, by its id: what was seen is of this commit. */
    commits: jsonb("commits").$type<Record<string, string>>().notNull().default({}),
    lookedAt: moment("looked_at").notNull(),
  },
  (table) => [
    index("architecture_looks_project").on(table.organizationId, table.projectId),
    foreignKey({
      name: "architecture_looks_project_fk",
      columns: [table.organizationId, table.projectId],
      foreignColumns: [projects.organizationId, projects.projectId],
    }).onDelete("cascade"),
  ],
);

/** Connections that pushes brought or took away; the newest of each project are kept. */
export const architectureChanges = pgTable(
  "architecture_changes",
  {
    changeId: uuid("change_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    projectId: uuid("project_id").notNull(),
    change: text("change").$type<ArchitectureChange["change"]>().notNull(),
    sourceId: text("source_id").notNull(),
    targetId: text("target_id").notNull(),
    sourceName: text("source_name").notNull(),
    targetName: text("target_name").notNull(),
    kinds: jsonb("kinds").$type<DerivedEdgeKind[]>().notNull(),
    drift: text("drift").$type<DriftState>(),
    repositoryId: uuid("repository_id").notNull(),
    repositorySlug: text("repository_slug").notNull(),
    commit: text("commit").notNull(),
    /** False where it is only known that it came or went with a push that ended at the commit. */
    isCommitKnown: boolean("is_commit_known").notNull().default(false),
    /** The push began after this commit; null where that is not known. */
    sinceCommit: text("since_commit"),
    /** Null together where the commit is not known, or was not noted. */
    author: text("author"),
    subject: text("subject"),
    evidence: jsonb("evidence").$type<CodeLocation[]>().notNull(),
    foundAt: moment("found_at").notNull(),
  },
  (table) => [
    index("architecture_changes_project").on(table.organizationId, table.projectId, table.foundAt),
    foreignKey({
      name: "architecture_changes_project_fk",
      columns: [table.organizationId, table.projectId],
      foreignColumns: [projects.organizationId, projects.projectId],
    }).onDelete("cascade"),
  ],
);

/** How people corrected services that were found in the code, before they are made; the newest of each project are kept. */
export const proposalCorrections = pgTable(
  "proposal_corrections",
  {
    organizationId: uuid("organization_id").notNull(),
    projectId: uuid("project_id").notNull(),
    repositoryId: uuid("repository_id").notNull(),
    /** The folder it was found in. */
    foundPath: text("found_path").notNull(),
    correction: jsonb("correction")
      .$type<Omit<ProposalCorrection, "repositoryId" | "foundPath" | "serviceId">>()
      .notNull(),
    /** The service that was made of it. With the service its row goes, so that it is proposed as it was found. */
    serviceId: uuid("service_id"),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.projectId, table.repositoryId, table.foundPath] }),
    index("proposal_corrections_repository").on(table.organizationId, table.repositoryId),
    index("proposal_corrections_service").on(table.organizationId, table.serviceId),
    foreignKey({
      name: "proposal_corrections_project_fk",
      columns: [table.organizationId, table.projectId],
      foreignColumns: [projects.organizationId, projects.projectId],
    }).onDelete("cascade"),
    foreignKey({
      name: "proposal_corrections_repository_fk",
      columns: [table.organizationId, table.repositoryId],
      foreignColumns: [repositories.organizationId, repositories.repositoryId],
    }).onDelete("cascade"),
    foreignKey({
      name: "proposal_corrections_service_fk",
      columns: [table.organizationId, table.serviceId],
      foreignColumns: [services.organizationId, services.serviceId],
    }).onDelete("cascade"),
  ],
);
