import * as contract from "@cairn/contract/keys";

import { defineRoute, type Route } from "#server/edge.ts";

import { createApiKey } from "./create-api-key.ts";
import { createSshKey } from "./create-ssh-key.ts";
import { deleteApiKey } from "./delete-api-key.ts";
import { deleteSshKey } from "./delete-ssh-key.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { listSshKeys } from "./list-ssh-keys.ts";

export const keysRoutes: readonly Route[] = [
  defineRoute(contract.listApiKeys, listApiKeys),
  defineRoute(contract.createApiKey, createApiKey),
  defineRoute(contract.deleteApiKey, deleteApiKey),
  defineRoute(contract.listSshKeys, listSshKeys),
  defineRoute(contract.createSshKey, createSshKey),
  defineRoute(contract.deleteSshKey, deleteSshKey),
];
