import * as contract from "@cairn/contract/criterion-checks";

import { defineRoute } from "#server/edge.ts";

import { getCriterionChecks } from "./get-criterion-checks.ts";
import { proposeCriterionChecks } from "./propose-criterion-checks.ts";
import { updateCriterionCheck } from "./update-criterion-check.ts";

export const criterionCheckRoutes = [
  defineRoute(contract.getCriterionChecks, getCriterionChecks),
  defineRoute(contract.updateCriterionCheck, updateCriterionCheck),
  defineRoute(contract.proposeCriterionChecks, proposeCriterionChecks),
];
