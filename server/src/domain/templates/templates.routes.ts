import * as contract from "@cairn/contract/templates";

import { defineRoute } from "#server/edge.ts";

import { applyTemplate } from "./apply-template.ts";
import { createTemplate } from "./create-template.ts";
import { deleteTemplate } from "./delete-template.ts";
import { getTemplate } from "./get-template.ts";
import { listBuiltInTemplates } from "./list-built-in-templates.ts";
import { listTemplates } from "./list-templates.ts";
import { updateTemplate } from "./update-template.ts";

export const templateRoutes = [
  defineRoute(contract.listTemplates, listTemplates),
  defineRoute(contract.listBuiltInTemplates, listBuiltInTemplates),
  defineRoute(contract.createTemplate, createTemplate),
  defineRoute(contract.getTemplate, getTemplate),
  defineRoute(contract.updateTemplate, updateTemplate),
  defineRoute(contract.deleteTemplate, deleteTemplate),
  defineRoute(contract.applyTemplate, applyTemplate),
];
