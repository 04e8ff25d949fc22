import { z } from "zod";

import { changedLinesSchema } from "./change-overview.ts";
import { endpoint } from "./endpoint.ts";
import { projectParams } from "./project-params.ts";
import { ruleConditionSchema, ruleInstructionSchema } from "./rule-texts.ts";
import { commandLineSchema } from "./service-commands.ts";

/** Paths from the top of the repository: `*` within a folder, `**` over folders, `{a,b}` for one of them. */
const filesSchema = z
  .string()
  .trim()
  .min(1, "Name files, such as src/**/*.ts")
  .max(200, "At most 200 characters")
  .refine((files) => !files.startsWith("/"), "Paths begin at the top of the repository, without a slash");

/** Stands within a line as it is, upper and lower case as written. */
const textSchema = z
  .string()
  .min(1, "Say the text")
  .max(200, "At most 200 characters")
  .refine((text) => !/[\r\n]/.test(text), "One line only");

/** The same, or nothing. */
const occasionSchema = z
  .string()
  .max(200, "At most 200 characters")
  .refine((text) => !/[\r\n]/.test(text), "One line only");

/** As a statement names it: a package, a namespace, or a folder of the repository. */
const moduleSchema = z
  .string()
  .trim()
  .min(1, "Name a module, such as lodash or src/db")
  .max(200, "At most 200 characters")
  .refine((module) => !/[\s"'`]/.test(module), "A module's name alone, without quotes or spaces")
  .refine((module) => /\w/.test(module), "Name a module, such as lodash or src/db");

/** What a program can find out about a change. All but commands are read from its lines, without running it. */
export const ruleCheckSchema = z.discriminatedUnion("kind", [
  /** Whoever changes files of `files` changes some of `needed` as well. */
  z.object({ kind: z.literal("changed-together"), files: filesSchema, needed: filesSchema }),
  /** Nobody changes these files. */
  z.object({ kind: z.literal("untouched"), files: filesSchema }),
  /** No added line of these files holds the text. */
  z.object({ kind: z.literal("forbidden-text"), files: filesSchema, text: textSchema }),
  /** No added line of these files imports the module or a part of it. */
  z.object({ kind: z.literal("forbidden-import"), files: filesSchema, module: moduleSchema }),
  /** Each new file among these holds the text. */
  z.object({ kind: z.literal("needed-text"), files: filesSchema, text: textSchema }),
  /**
   * Whoever adds lines with the occasion to these files adds the text beside each, or has it there: at most three lines away. With
   * an empty occasion, the lines that a file of these gets hold the text at least once.
   */
  z.object({ kind: z.literal("added-text"), files: filesSchema, text: textSchema, occasion: occasionSchema }),
  /**
   * No line of these files makes a connection that is new and that the architecture forbids. Where a line is needed, none
   * either that nobody allowed.
   */
  z.object({ kind: z.literal("forbidden-connection"), files: filesSchema, isLineNeeded: z.boolean().optional() }),
  /** With a change of these files, the command ends with 0 in the folder of the service, if it did before. */
  z.object({ kind: z.literal("command"), files: filesSchema, command: commandLineSchema }),
]);
export type RuleCheck = z.infer<typeof ruleCheckSchema>;

/** `unknown`: too much changed for all of it to be read, or a command has not said it. */
const verdictSchema = z.enum(["not-applied", "passed", "broken", "unknown"]);
export type RuleVerdict = z.infer<typeof verdictSchema>;

export const maxBrokenAt = 8;

/** What a check says of one change. */
export const checkedRuleSchema = z.object({
  verdict: verdictSchema,
  /** What breaks it: sentences with their lines, null for a command. A file without lines, such as a deleted one, has line 1. */
  broken: z.array(z.object({ text: z.string(), lines: changedLinesSchema.nullable() })).max(maxBrokenAt),
  /** Why it is not known, a sentence; null where it is. */
  note: z.string().nullable(),
});
export type CheckedRule = z.infer<typeof checkedRuleSchema>;

const countsSchema = z.object({
  /** Changes that began after the rule was written, so that whoever made them could read it. */
  delivered: z.number().int(),
  applied: z.number().int(),
  passed: z.number().int(),
  broken: z.number().int(),
});
export type RuleCounts = z.infer<typeof countsSchema>;

/** Newest changes that a rule is held against. */
export const maxCheckedChanges = 50;

const scoreboardSchema = z.object({
  /** Of the newest changes of the product, or of the rule's service. */
  changes: z.number().int(),
  counts: countsSchema,
  /** The newest that break it. */
  broken: z.array(
    checkedRuleSchema.shape.broken.element.extend({
      implementationId: z.uuid(),
      projectImplementationId: z.number().int(),
      task: z.object({ taskId: z.uuid(), name: z.string(), title: z.string() }),
    }),
  ),
});
export type RuleScoreboard = z.infer<typeof scoreboardSchema>;

const rulesPath = "/v1/organizations/:organizationId/projects/:projectId/rules";

export const getRuleScoreboard = endpoint("GET", `${rulesPath}/:ruleId/scoreboard`, {
  summary: "How the newest changes kept to a rule that has a check",
  params: projectParams.extend({ ruleId: z.uuid() }),
  response: scoreboardSchema,
});

export const previewRuleCheck = endpoint("POST", `${rulesPath}/check-preview`, {
  summary: "What a check would have said of the newest changes; without one, a check is read from the rule's words",
  params: projectParams,
  body: z.object({
    condition: ruleConditionSchema,
    instruction: ruleInstructionSchema,
    serviceId: z.uuid().nullable().optional(),
    /** Null or absent for one that is read from the words. */
    check: ruleCheckSchema.nullable().optional(),
  }),
  response: z.object({
    /** Null where the words name nothing that a program could look for. */
    check: ruleCheckSchema.nullable(),
    scoreboard: scoreboardSchema.nullable(),
  }),
});

export const listImplementationRules = endpoint(
  "GET",
  "/v1/organizations/:organizationId/projects/:projectId/tasks/:taskId/implementations/:implementationId/rules",
  {
    summary: "What the rules that hold for an implementation say of it; those without a check are advice only",
    params: projectParams.extend({ taskId: z.uuid(), implementationId: z.uuid() }),
    response: z.object({
      content: z.array(
        z.object({
          ruleId: z.uuid(),
          condition: z.string(),
          instruction: z.string(),
          isRequired: z.boolean(),
          /** Null for advice that no program can check. */
          checked: checkedRuleSchema.nullable(),
        }),
      ),
    }),
  },
);
