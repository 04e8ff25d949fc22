import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { tokenLimits } from "./implementations.ts";
import { numberBetween } from "./lists.ts";
import { organizationParams } from "./organizations.ts";

const path = "/v1/organizations/:organizationId/run-budget";

/** What the model calls of a new implementation may take over all its runs, in tokens. */
export const usualRunBudgetSchema = z.object({
  /** What the organization chose; null: what the server says. */
  tokenLimit: z.number().int().nullable(),
  /** What this server says (RUN_MAX_TOKENS); null: nothing limits it. */
  serverTokenLimit: z.number().int().nullable(),
});
export type UsualRunBudget = z.infer<typeof usualRunBudgetSchema>;

export const getUsualRunBudget = endpoint("GET", path, {
  summary: "What a new implementation of an organization may take of the model where nobody says otherwise",
  params: organizationParams,
  response: usualRunBudgetSchema,
});

export const setUsualRunBudget = endpoint("PUT", path, {
  summary: "Choose what new implementations may take of the model; those that have begun keep their limit",
  params: organizationParams,
  body: z.object({ tokenLimit: numberBetween(tokenLimits.min, tokenLimits.max).nullable() }),
  response: usualRunBudgetSchema,
});
