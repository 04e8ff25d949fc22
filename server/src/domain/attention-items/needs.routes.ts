import * as contract from "@cairn/contract/attention-items";

import { defineRoute } from "#server/edge.ts";

import { getNeedLetters } from "./get-need-letters.ts";
import { listNeeds } from "./list-needs.ts";
import { updateNeedLetters } from "./update-need-letters.ts";

export const needRoutes = [
  defineRoute(contract.listNeeds, listNeeds),
  defineRoute(contract.getNeedLetters, getNeedLetters),
  defineRoute(contract.updateNeedLetters, updateNeedLetters),
];
