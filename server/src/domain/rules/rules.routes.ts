import * as contract from "@cairn/contract/rules";

import { defineRoute } from "#server/edge.ts";

import { createRule } from "./create-rule.ts";
import { deleteRule } from "./delete-rule.ts";
import { getRule } from "./get-rule.ts";
import { listRules } from "./list-rules.ts";
import { updateRule } from "./update-rule.ts";

export const ruleRoutes = [
  defineRoute(contract.listRules, listRules),
  defineRoute(contract.createRule, createRule),
  defineRoute(contract.getRule, getRule),
  defineRoute(contract.updateRule, updateRule),
  defineRoute(contract.deleteRule, deleteRule),
];
