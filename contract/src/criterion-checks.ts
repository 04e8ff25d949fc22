import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { projectParams } from "./project-params.ts";
import { commandLineSchema } from "./service-commands.ts";

/** Characters of a test that is kept with a criterion. */
export const maxCheckContent = 64_000;
const maxCheckPath = 300;
const maxExpectedOutput = 500;

/** Within the service's folder: no way out, nothing of git's own, names that every system reads alike. */
const checkPathSchema = z
  .string()
  .trim()
  .min(1, "Say where the test goes, such as test/tides.test.js")
  .max(maxCheckPath, `A path can't be longer than ${maxCheckPath} characters`)
  .refine(
    // oxlint-disable-next-line no-control-regex -- these are what is refused
    (path) => !/[\u0000-\u001f\u007f\\:*?"<>|]/.test(path) && path.split("/").every(isPlainName),
    "A path goes from the service's folder to a file, such as test/tides.test.js",
  );

function isPlainName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !/^\.git/i.test(name) && !/[. ]$/.test(name);
}

/** How it is found out whether a criterion is met. */
export const criterionCheckSchema = z.discriminatedUnion("kind", [
  /** Nothing is run. */
  z.object({ kind: z.literal("person") }),
  /** A command whose end, and where wanted a part of its output, says it. */
  z.object({
    kind: z.literal("command"),
    command: commandLineSchema,
    exitCode: z.number().int().min(0).max(255).default(0),
    outputContains: z
      .string()
      .max(maxExpectedOutput, `Expected output can't be longer than ${maxExpectedOutput} characters`)
      .nullable()
      .default(null),
  }),
  /** A test that is kept here, put over whatever lies at its path, and the command that runs it. */
  z.object({
    kind: z.literal("test-file"),
    path: checkPathSchema,
    content: z
      .string()
      .min(1, "Type the test")
      .max(maxCheckContent, `A test can't be longer than ${maxCheckContent.toLocaleString("en")} characters`),
    command: commandLineSchema,
  }),
]);
export type CriterionCheck = z.infer<typeof criterionCheckSchema>;
export type ExecutableCheck = Exclude<CriterionCheck, { kind: "person" }>;

/**
 * What could be run for a criterion. It counts for nothing before somebody accepts it, by choosing it as the criterion's
 * check; choosing anything else, or that a person judges, drops it.
 */
export const proposedCheckSchema = z.object({
  criterionId: z.string(),
  /** Being worked out; worked out, and seen to fail on the code as it is; nothing that is worth running. */
  state: z.enum(["waiting", "proposed", "none"]),
  /** Where it is `proposed`. */
  check: criterionCheckSchema.nullable(),
  /** Why this one, or why none, in whole sentences; empty while it is waited for. */
  reason: z.string(),
  /** The last lines that it wrote when it failed. */
  lastLines: z.array(z.string()),
  /** "Built-in engine" or the model's name; null while it is waited for. */
  writtenBy: z.string().nullable(),
  /** The commit on which it failed. */
  commit: z.string().nullable(),
});
export type ProposedCheck = z.infer<typeof proposedCheckSchema>;

/** Criteria of a task that something is run for; of all others a person judges. */
export const criterionChecksSchema = z.object({
  checks: z.array(z.object({ criterionId: z.string(), check: criterionCheckSchema })),
  proposals: z.array(proposedCheckSchema),
});
export type CriterionChecks = z.infer<typeof criterionChecksSchema>;

const base = "/v1/organizations/:organizationId/projects/:projectId/tasks/:taskId/criterion-checks";
const inTask = projectParams.extend({ taskId: z.uuid() });

export const getCriterionChecks = endpoint("GET", base, {
  summary: "What is run to find out whether the criteria of a task are met",
  params: inTask,
  response: criterionChecksSchema,
});

export const updateCriterionCheck = endpoint("PUT", `${base}/:criterionId`, {
  summary:
    "Choose what is run for a criterion of a task, or that a person judges; runs that have begun keep what was chosen then",
  params: inTask.extend({ criterionId: z.string().min(1).max(64) }),
  body: z.object({ check: criterionCheckSchema }),
  response: criterionChecksSchema,
});

export const proposeCriterionChecks = endpoint("POST", `${base}/proposals`, {
  summary:
    "Have a check worked out for each criterion of a task that has none: what the criterion and the code say, or what the model proposes. Each is tried on the code as it is, where it must fail",
  params: inTask,
  response: criterionChecksSchema,
});
