import { z } from "zod";

import { endpoint, sixtyAnHour } from "./endpoint.ts";
import { projectParams } from "./project-params.ts";
import { sourceSchema } from "./sources.ts";

/** What a service's code is put through, in this order. */
export const commandKinds = ["install", "build", "test", "lint"] as const;
export type CommandKind = (typeof commandKinds)[number];
const kindSchema = z.enum(commandKinds);

export const commandKindNames = {
  install: "Install",
  build: "Build",
  test: "Test",
  lint: "Lint",
} as const satisfies Record<CommandKind, string>;

/** One line for `/bin/sh -c`. */
export const commandLineSchema = z
  .string()
  .trim()
  .min(1, "Type a command, or choose that there is none")
  .max(1_000, "A command can't be longer than 1000 characters")
  // oxlint-disable-next-line no-control-regex -- these are what is refused
  .regex(/^[^\u0000-\u001f\u007f]*$/, "A command is one line. Join several with &&");

/** A command that the code itself names, with the lines that do. */
export const commandInCodeSchema = z.object({
  command: z.string(),
  /** Why this one, in words for people: "The project's own CI runs it". */
  reason: z.string(),
  /** The lines that made it, the surest first. */
  sources: z.array(sourceSchema),
});
export type CommandInCode = z.infer<typeof commandInCodeSchema>;

/** What people chose instead of what was found. */
export const commandChoiceSchema = z.discriminatedUnion("use", [
  z.object({ use: z.literal("found") }),
  z.object({ use: z.literal("none") }),
  z.object({ use: z.literal("command"), command: commandLineSchema }),
]);
export type CommandChoice = z.infer<typeof commandChoiceSchema>;

export const serviceCommandSchema = z.object({
  kind: kindSchema,
  choice: commandChoiceSchema,
  /** Null where the code names none that is certain. */
  found: commandInCodeSchema.nullable(),
  /** What runs: the choice, or what was found; null where nothing does. */
  command: z.string().nullable(),
});
export type ServiceCommand = z.infer<typeof serviceCommandSchema>;

/** A program that the commands need, and the version that the code asks for. */
export const neededProgramSchema = z.object({
  /** As it is started: "node", "python3". */
  program: z.string(),
  /** "Node.js" */
  name: z.string(),
  /** As written: ">=20", "1.25.0"; null where nothing asks for one. */
  version: z.string().nullable(),
  /** The lines that ask for it. */
  sources: z.array(sourceSchema),
});
export type NeededProgram = z.infer<typeof neededProgramSchema>;

/** What the sandbox has of a program. */
export const checkedProgramSchema = neededProgramSchema.omit({ sources: true }).extend({
  /** What it says when asked; null where it is not there. */
  installed: z.string().nullable(),
  /** What is wrong with that and how it is cured; null where nothing is. */
  problem: z.string().nullable(),
});
export type CheckedProgram = z.infer<typeof checkedProgramSchema>;

/** `limit`: it passed a limit, such as that of time. `not-run`: see its message. */
export const commandOutcomes = ["passed", "failed", "limit", "stopped", "not-run"] as const;
export type CommandOutcome = (typeof commandOutcomes)[number];

const checkedCommandSchema = z.object({
  kind: kindSchema,
  command: z.string(),
  /** Null while it waits or runs. */
  outcome: z.enum(commandOutcomes).nullable(),
  /** "ended with exit code 1"; why it was not run; null while there is nothing to say. */
  message: z.string().nullable(),
  /** Null before it begins. */
  startedAt: z.iso.datetime().nullable(),
  /** Null before it has ended. */
  durationMs: z.number().int().nullable(),
  /** The last lines of what it wrote. */
  lastLines: z.array(z.string()),
});
export type CheckedCommand = z.infer<typeof checkedCommandSchema>;

/**
 * `waiting` for its turn; `done`: each command has an outcome; `refused`: nothing could be run, for the reason given;
 * `interrupted`: the server was stopped again and again while it ran.
 */
export const checkStates = ["waiting", "running", "done", "stopped", "refused", "interrupted"] as const;
export type CheckState = (typeof checkStates)[number];

export const commandCheckSchema = z.object({
  checkId: z.uuid(),
  state: z.enum(checkStates),
  /** Why nothing could be run, or what it does before the first command; null where there is nothing to say. */
  message: z.string().nullable(),
  /** The commit that was checked; null before it was looked up. */
  commit: z.string().nullable(),
  /** Why the result may be another now; null where it may not. */
  olderBecause: z.enum(["commands", "commit"]).nullable(),
  createdAt: z.iso.datetime(),
  /** Null until it is over. */
  endedAt: z.iso.datetime().nullable(),
  /** Those that there were, in the order in which they run. */
  commands: z.array(checkedCommandSchema),
  /** Empty until the sandbox was asked. */
  programs: z.array(checkedProgramSchema),
});
export type CommandCheck = z.infer<typeof commandCheckSchema>;

export const serviceCommandsSchema = z.object({
  /** Where they run, relative to the repository's top: "" is the top. */
  folder: z.string(),
  /** Null for a service without code of its own. */
  repository: z.object({ repositoryId: z.uuid(), slug: z.string() }).nullable(),
  /** The commit that commands were looked for in; null before that has been done. */
  commit: z.string().nullable(),
  /** One for each kind, in their order. */
  commands: z.array(serviceCommandSchema),
  programs: z.array(neededProgramSchema),
  /** The last one; null where there was none. */
  check: commandCheckSchema.nullable(),
});
export type ServiceCommands = z.infer<typeof serviceCommandsSchema>;

const base = "/v1/organizations/:organizationId/projects/:projectId/services/:serviceId/commands";
const inService = projectParams.extend({ serviceId: z.uuid() });

export const getServiceCommands = endpoint("GET", base, {
  summary: "Commands that install, build, test and lint a service: found in its code, or chosen by people",
  params: inService,
  response: serviceCommandsSchema,
});

export const updateServiceCommands = endpoint("PUT", base, {
  summary: "Choose commands of a service; kinds that are left out stay as they are",
  params: inService,
  body: z.object(Object.fromEntries(commandKinds.map((kind) => [kind, commandChoiceSchema.optional()])) as ChoiceShape),
  response: serviceCommandsSchema,
});
type ChoiceShape = Record<CommandKind, z.ZodOptional<typeof commandChoiceSchema>>;

export const checkServiceCommands = endpoint("POST", `${base}/check`, {
  summary: "Try the commands of a service in the sandbox, on its main branch; one check at a time for each service",
  params: inService,
  limit: sixtyAnHour,
  response: serviceCommandsSchema,
});

export const stopServiceCommands = endpoint("POST", `${base}/check/stop`, {
  summary: "End the check of a service's commands that is under way",
  params: inService,
  response: serviceCommandsSchema,
});

export const getCommandOutput = endpoint("GET", `${base}/check/output`, {
  summary: "What a command of the last check wrote, at most its last 64 KB",
  params: inService,
  query: z.object({ kind: kindSchema }),
  response: z.object({
    output: z.string(),
    /** More than this was written. */
    isCut: z.boolean(),
  }),
});
