import type { ArchitectureNodeKind, EdgeStance } from "@cairn/contract/architecture";
import { sql } from "drizzle-orm";
import { check, doublePrecision, foreignKey, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";

import { moment } from "./columns.ts";
import { projects, services } from "./projects.ts";
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
