import * as contract from "@cairn/contract/repositories";

import { defineRoute } from "../../edge.ts";
import { getFile } from "./get-file.ts";
import { getRepository } from "./get-repository.ts";
import { getTree } from "./get-tree.ts";
import { listRepositories } from "./list-repositories.ts";
import { listRepositoryBranches } from "./list-repository-branches.ts";

export const repositoryRoutes = [
  defineRoute(contract.listRepositories, listRepositories),
  defineRoute(contract.getRepository, getRepository),
  defineRoute(contract.listBranches, listRepositoryBranches),
  defineRoute(contract.getTree, getTree),
  defineRoute(contract.getFile, getFile),
];
