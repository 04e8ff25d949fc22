import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { projectParams } from "./project-params.ts";
import { commandKindNames, commandKinds, commandOutcomes } from "./service-commands.ts";

/** What is run: a command of the service, what a criterion asks for, or the command of a rule. */
const checkKindSchema = z.enum([...commandKinds, "criterion", "rule"]);
export type RunCheckKind = z.infer<typeof checkKindSchema>;

export const runCheckKindNames = {
  ...commandKindNames,
  criterion: "Check",
  rule: "Rule",
} as const satisfies Record<RunCheckKind, string>;

/** What a check came to, and the words that people read. */
export const checkVerdictNames = {
  passed: "Passes",
  broken: "Broken by this change",
  "failed-before": "Failed before already",
  "fewer-tests": "Passes, with fewer tests",
  proven: "Proven",
  "already-true": "Already true before",
  "not-met": "Not met",
  weak: "Weak check",
  flaky: "Flaky",
  "not-run": "Could not run",
  person: "Judged by a person",
} as const;
export type CheckVerdict = keyof typeof checkVerdictNames;
const verdictSchema = z.enum(Object.keys(checkVerdictNames) as [CheckVerdict, ...CheckVerdict[]]);

export const judgedCheckSchema = z.object({
  kind: checkKindSchema,
  /** Null for commands of the service and of rules. */
  criterionId: z.string().nullable(),
  /** What the criterion says; the command of a service or a rule. */
  title: z.string(),
  verdict: verdictSchema,
  /** Why, in a sentence for people. */
  reason: z.string(),
});
export type JudgedCheck = z.infer<typeof judgedCheckSchema>;

/** `green`: something was run and all that must hold does; `red`: something does not; `none`: nothing was built or tested. */
export const proofStates = ["green", "red", "none"] as const;
export type ProofState = (typeof proofStates)[number];

const count = z.number().int();

/** What checking a change came to, in short. */
export const proofSummarySchema = z.object({
  state: z.enum(proofStates),
  /** In words for people. */
  summary: z.string(),
  /** Of the service's commands. */
  commands: z.object({ passed: count, total: count }),
  criteria: z.object({ proven: count, total: count }),
});
export type ProofSummary = z.infer<typeof proofSummarySchema>;

/** One time that a check was run. */
export const runCheckSchema = z.object({
  kind: checkKindSchema,
  criterionId: z.string().nullable(),
  /** Before the change, or with it. */
  side: z.enum(["base", "result"]),
  /** From 1; 0 where its test was made to fail on purpose, -1 where the change was spoilt on purpose. */
  repetition: count,
  commit: z.string(),
  command: z.string(),
  outcome: z.enum(commandOutcomes),
  /** Null where it was not run, or ended before it ended by itself. */
  exitCode: count.nullable(),
  /** "It ended with exit code 1." */
  message: z.string(),
  durationMs: count,
  /** The last of what it wrote. */
  lastLines: z.array(z.string()),
  /** Null where its runner told nothing that can be read. */
  tests: z.object({ passed: count, failed: count, skipped: count, failedNames: z.array(z.string()) }).nullable(),
  /** An earlier implementation ran the same on the same commit. */
  isReused: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type RunCheck = z.infer<typeof runCheckSchema>;

const one = "/v1/organizations/:organizationId/projects/:projectId/tasks/:taskId/implementations/:implementationId";

export const getImplementationChecks = endpoint("GET", `${one}/checks`, {
  summary: "What an implementation was built, tested and checked with, before and after, and what came of it",
  params: projectParams.extend({ taskId: z.uuid(), implementationId: z.uuid() }),
  response: z.object({
    /** Null before all of it was run. */
    proof: proofSummarySchema.nullable(),
    /** Empty before all of it was run. */
    verdicts: z.array(judgedCheckSchema),
    /** In the order in which they ended. */
    runs: z.array(runCheckSchema),
  }),
});
export type ImplementationChecks = z.infer<(typeof getImplementationChecks)["response"]>;
