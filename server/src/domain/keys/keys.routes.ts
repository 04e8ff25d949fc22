import * as contract from "@cairn/contract/keys";

import { defineRoute, type Route } from "#server/edge.ts";

import { createApiKey } from "./create-api-key.ts";
import { deleteApiKey } from "./delete-api-key.ts";
import { listApiKeys } from "./list-api-keys.ts";

export const keysRoutes: readonly Route[] = [
  defineRoute(contract.listApiKeys, listApiKeys),
  defineRoute(contract.createApiKey, createApiKey),
  defineRoute(contract.deleteApiKey, deleteApiKey),
];
