import { z } from "zod";

import { endpoint, noContent } from "./endpoint.ts";
import { listOf, listQuery } from "./lists.ts";
import { projectParams } from "./project-params.ts";
import { ruleCheckSchema } from "./rule-checks.ts";
import { ruleConditionSchema, ruleInstructionSchema } from "./rule-texts.ts";

/** A rule for agents that work on the code: If `condition`, Then `instruction`. */
export const ruleSchema = z.object({
  ruleId: z.uuid(),
  /** Null for a rule of the whole project. */
  serviceId: z.uuid().nullable(),
  condition: z.string(),
  instruction: z.string(),
  /** How a program finds out whether a change keeps to it; null for advice only. */
  check: ruleCheckSchema.nullable(),
  /** A change that breaks it cannot be merged. */
  isRequired: z.boolean(),
  service: z.object({ serviceId: z.uuid(), name: z.string() }).nullable(),
  project: z.object({ projectId: z.uuid(), slug: z.string(), name: z.string() }),
  /** Null when that account is gone. */
  creator: z.object({ userId: z.uuid(), firstName: z.string().nullable(), lastName: z.string().nullable() }).nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Rule = z.infer<typeof ruleSchema>;

/** How much of its condition is typed to delete a rule. */
export const ruleConfirmationLength = 15;

/** What is typed to delete a rule: the first characters of its condition. */
export function ruleConfirmation({ condition }: Pick<Rule, "condition">): string {
  return Array.from(condition).slice(0, ruleConfirmationLength).join("").trim();
}

const ruleBody = z.object({
  /** Null or absent for a rule of the whole project. */
  serviceId: z.uuid().nullable().optional(),
  condition: ruleConditionSchema,
  instruction: ruleInstructionSchema,
  /** Null or absent for advice only. */
  check: ruleCheckSchema.nullable().optional(),
  /** Only with a check. */
  isRequired: z.boolean().optional(),
});

const base = "/v1/organizations/:organizationId/projects/:projectId/rules";
const inRule = projectParams.extend({ ruleId: z.uuid() });

export const listRules = endpoint("GET", base, {
  summary: "Rules of a project, oldest first; with a service, those of the service and of the whole project",
  params: projectParams,
  query: listQuery.extend({ serviceId: z.uuid().optional() }),
  response: listOf(ruleSchema),
});

export const createRule = endpoint("POST", base, {
  summary: "Create a rule for agents that work on the project, or on one service of it",
  params: projectParams,
  body: ruleBody,
  response: ruleSchema,
});

export const getRule = endpoint("GET", `${base}/:ruleId`, {
  summary: "One rule",
  params: inRule,
  response: ruleSchema,
});

export const updateRule = endpoint("PUT", `${base}/:ruleId`, {
  summary: "Change a rule",
  params: inRule,
  body: ruleBody.partial(),
  response: ruleSchema,
});

export const deleteRule = endpoint("DELETE", `${base}/:ruleId`, {
  summary: "Delete a rule; agents no longer get it",
  params: inRule,
  response: noContent,
});
