import type {
  CheckedCommand,
  CheckedProgram,
  CheckState,
  CommandChoice,
  CommandKind,
  CommandInCode,
  NeededProgram,
} from "@cairn/contract/service-commands";
import { foreignKey, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";

import { moment } from "./columns.ts";
import { services } from "./projects.ts";
import { users } from "./users.ts";

/** Commands that the code names, and what they need. */
export interface StoredCodeCommands {
  commands: Partial<Record<CommandKind, CommandInCode>>;
  programs: NeededProgram[];
}

/** What is known of a service's commands. No row: nobody has looked and nobody has chosen. */
export const serviceCommands = pgTable(
  "service_commands",
  {
    serviceId: uuid("service_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    /** Null before somebody has looked; counts only where repository and folder are still those of the service. */
    found: jsonb("found").$type<StoredCodeCommands>(),
    foundRepositoryId: uuid("found_repository_id"),
    foundFolder: text("found_folder"),
    foundCommit: text("found_commit"),
    /** By kind; what was found counts for those that are not there. */
    choices: jsonb("choices").$type<Partial<Record<CommandKind, CommandChoice>>>().notNull().default({}),
  },
  (table) => [
    index("service_commands_service").on(table.organizationId, table.serviceId),
    foreignKey({
      columns: [table.organizationId, table.serviceId],
      foreignColumns: [services.organizationId, services.serviceId],
    }).onDelete("cascade"),
  ],
);

/** What a command wrote, at its end. */
export interface CommandOutput {
  output: string;
  isCut: boolean;
}

/** The last check of a service's commands. Another one takes its row. */
export const commandChecks = pgTable(
  "command_checks",
  {
    serviceId: uuid("service_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    checkId: uuid("check_id").notNull(),
    state: text("state").$type<CheckState>().notNull(),
    message: text("message"),
    /** As they were when it began. */
    repositoryId: uuid("repository_id").notNull(),
    folder: text("folder").notNull(),
    commit: text("commit"),
    commands: jsonb("commands").$type<CheckedCommand[]>().notNull(),
    outputs: jsonb("outputs").$type<Partial<Record<CommandKind, CommandOutput>>>().notNull().default({}),
    programs: jsonb("programs").$type<CheckedProgram[]>().notNull().default([]),
    /** Counts those who began it; whoever holds a former number writes nothing more. */
    attempt: integer("attempt").notNull().default(0),
    /** The work copy that it runs in, for whoever takes it over; null where there is none. */
    workCopy: jsonb("work_copy").$type<{ id: string; directory: string }>(),
    /** Null when that account is gone. */
    createdBy: uuid("created_by").references(() => users.userId, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
    endedAt: moment("ended_at"),
  },
  (table) => [
    index("command_checks_service").on(table.organizationId, table.serviceId),
    index("command_checks_creator").on(table.createdBy),
    foreignKey({
      columns: [table.organizationId, table.serviceId],
      foreignColumns: [services.organizationId, services.serviceId],
    }).onDelete("cascade"),
  ],
);
