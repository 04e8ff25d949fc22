import * as contract from "@cairn/contract/templates";

import { defineRoute } from "../../edge.ts";
import { createTemplate } from "./create-template.ts";
import { listTemplates } from "./list-templates.ts";

export const templateRoutes = [
  defineRoute(contract.listTemplates, listTemplates),
  defineRoute(contract.createTemplate, createTemplate),
];
