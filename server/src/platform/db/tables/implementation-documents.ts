import type { documentDecisions, documentKinds, documentOutcomes } from "@cairn/contract/implementation-documents";
import type { SectionOutput } from "@cairn/contract/page-sections";
import type { FactKind, ListedFacts, Source } from "@cairn/contract/sources";
import { foreignKey, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";

import { artifacts } from "./artifacts.ts";
import { moment } from "./columns.ts";
import { implementations } from "./implementations.ts";
import { users } from "./users.ts";

/** For which commits it was found out what merging an implementation does to the pages, and how far that is. */
export const implementationDocumentSets = pgTable(
  "implementation_document_sets",
  {
    implementationId: uuid("implementation_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    /** What would be merged, and into which commit of the base branch. */
    headOid: text("head_oid").notNull(),
    tipOid: text("tip_oid").notNull(),
    state: text("state").$type<"preparing" | "ready" | "failed">().notNull(),
    /** What is missing, or why it could not be found out, in plain words; null where all is there. */
    note: text("note"),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [
    index("implementation_document_sets_implementation").on(table.organizationId, table.implementationId),
    foreignKey({
      name: "implementation_document_sets_implementation_fk",
      columns: [table.organizationId, table.implementationId],
      foreignColumns: [implementations.organizationId, implementations.implementationId],
    }).onDelete("cascade"),
  ],
);

/** A section that merging an implementation makes untrue, what it would say then, and what people decided about that. */
export const implementationDocuments = pgTable(
  "implementation_documents",
  {
    documentId: uuid("document_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    implementationId: uuid("implementation_id").notNull(),
    /** The change that it was worked out for. */
    headOid: text("head_oid").notNull(),
    /** Its place in the list, from 1. */
    number: integer("number").notNull(),
    kind: text("kind").$type<(typeof documentKinds)[number]>().notNull(),
    artifactId: uuid("artifact_id").notNull(),
    /** Null for one that is added, which `templateKey` then names. The section may be gone by now. */
    sectionId: uuid("section_id"),
    templateKey: text("template_key"),
    title: text("title").notNull(),
    /** Null for sections of people. */
    prompt: text("prompt"),
    output: text("output").$type<SectionOutput>().notNull(),
    /** Where on its page it stands, or is to stand. */
    position: integer("position").notNull(),
    /** The lines and lists that are others after the merge. */
    lines: jsonb("lines").$type<{ path: string; startLine: number; endLine: number }[]>().notNull(),
    listKinds: jsonb("list_kinds").$type<FactKind[]>().notNull(),
    /** The section as it was compared; the three are null together. */
    formerVersionId: uuid("former_version_id"),
    formerContent: text("former_content"),
    formerSources: jsonb("former_sources").$type<Source[]>(),
    /** The proposal; null where there is none. */
    content: text("content"),
    sources: jsonb("sources").$type<Source[]>().notNull(),
    listedFacts: jsonb("listed_facts").$type<ListedFacts[]>().notNull(),
    writtenBy: text("written_by"),
    inputTokens: integer("input_tokens").notNull(),
    outputTokens: integer("output_tokens").notNull(),
    problem: text("problem"),
    edited: text("edited"),
    formerEdit: text("former_edit"),
    decision: text("decision").$type<(typeof documentDecisions)[number]>(),
    /** Null where nobody decided, and when that account is gone. */
    decidedBy: uuid("decided_by").references(() => users.userId, { onDelete: "set null" }),
    decidedAt: moment("decided_at"),
    outcome: text("outcome").$type<(typeof documentOutcomes)[number]>(),
    outcomeReason: text("outcome_reason"),
  },
  (table) => [
    unique("implementation_documents_tenant").on(table.organizationId, table.documentId),
    index("implementation_documents_implementation").on(table.organizationId, table.implementationId, table.number),
    index("implementation_documents_page").on(table.organizationId, table.artifactId),
    index("implementation_documents_decider").on(table.decidedBy),
    foreignKey({
      name: "implementation_documents_implementation_fk",
      columns: [table.organizationId, table.implementationId],
      foreignColumns: [implementations.organizationId, implementations.implementationId],
    }).onDelete("cascade"),
    foreignKey({
      name: "implementation_documents_page_fk",
      columns: [table.organizationId, table.artifactId],
      foreignColumns: [artifacts.organizationId, artifacts.artifactId],
    }).onDelete("cascade"),
  ],
);
