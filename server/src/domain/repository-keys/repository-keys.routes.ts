import * as contract from "@cairn/contract/repository-keys";

import { defineRoute, type Route } from "#server/edge.ts";

import { createRepositoryKey } from "./create-repository-key.ts";
import { deleteRepositoryKey } from "./delete-repository-key.ts";
import { listRepositoryKeys } from "./list-repository-keys.ts";

export const repositoryKeyRoutes: readonly Route[] = [
  defineRoute(contract.listRepositoryKeys, listRepositoryKeys),
  defineRoute(contract.createRepositoryKey, createRepositoryKey),
  defineRoute(contract.deleteRepositoryKey, deleteRepositoryKey),
];
