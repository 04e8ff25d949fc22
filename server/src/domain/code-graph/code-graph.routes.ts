import {
  getCodeMap as getCodeMapEndpoint,
  getDefinitions as getDefinitionsEndpoint,
  getOutline as getOutlineEndpoint,
  listReferences as listReferencesEndpoint,
} from "@cairn/contract/code-graph";

import { defineRoute, type Route } from "#server/edge.ts";

import { getCodeMap } from "./get-code-map.ts";
import { getDefinitions } from "./get-definitions.ts";
import { getOutline } from "./get-outline.ts";
import { listReferences } from "./list-references.ts";

export const codeGraphRoutes: readonly Route[] = [
  defineRoute(getDefinitionsEndpoint, getDefinitions),
  defineRoute(listReferencesEndpoint, listReferences),
  defineRoute(getOutlineEndpoint, getOutline),
  defineRoute(getCodeMapEndpoint, getCodeMap),
];
