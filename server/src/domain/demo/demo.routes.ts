import * as contract from "@cairn/contract/demo";

import { defineRoute } from "#server/edge.ts";

import { copyDemo } from "./copy-demo.ts";
import { getDemo } from "./get-demo.ts";
import { takeDemoRepository } from "./take-demo-repository.ts";

export const demoRoutes = [
  defineRoute(contract.getDemo, getDemo),
  defineRoute(contract.copyDemo, copyDemo),
  defineRoute(contract.takeDemoRepository, takeDemoRepository),
];
