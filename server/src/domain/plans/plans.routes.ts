import * as contract from "@cairn/contract/plans";

import { defineRoute } from "#server/edge.ts";

import { acceptPlan } from "./accept-plan.ts";
import { createPlanItem } from "./create-plan-item.ts";
import { createPlan } from "./create-plan.ts";
import { deletePlan } from "./delete-plan.ts";
import { dropPlanItem } from "./drop-plan-item.ts";
import { getPlan } from "./get-plan.ts";
import { listPlans } from "./list-plans.ts";
import { mergePlanItems } from "./merge-plan-items.ts";
import { movePlanItem } from "./move-plan-item.ts";
import { proposePlan } from "./propose-plan.ts";
import { updatePlanItem } from "./update-plan-item.ts";

export const planRoutes = [
  defineRoute(contract.listPlans, listPlans),
  defineRoute(contract.createPlan, createPlan),
  defineRoute(contract.getPlan, getPlan),
  defineRoute(contract.deletePlan, deletePlan),
  defineRoute(contract.proposePlan, proposePlan),
  defineRoute(contract.acceptPlan, acceptPlan),
  defineRoute(contract.createPlanItem, createPlanItem),
  defineRoute(contract.updatePlanItem, updatePlanItem),
  defineRoute(contract.dropPlanItem, dropPlanItem),
  defineRoute(contract.movePlanItem, movePlanItem),
  defineRoute(contract.mergePlanItems, mergePlanItems),
];
