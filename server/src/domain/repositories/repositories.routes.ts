import * as browsing from "@cairn/contract/code-browsing";
import * as history from "@cairn/contract/code-history";
import * as contract from "@cairn/contract/repositories";

import { defineRoute } from "../../edge.ts";
import { createWebhook } from "./create-webhook.ts";
import { deleteRepository } from "./delete-repository.ts";
import { findFiles } from "./find-files.ts";
import { forgetHostKeys } from "./forget-host-keys.ts";
import { getBlame } from "./get-blame.ts";
import { getCommit } from "./get-commit.ts";
import { getDiff } from "./get-diff.ts";
import { getFile } from "./get-file.ts";
import { getRawFile } from "./get-raw-file.ts";
import { getRepository } from "./get-repository.ts";
import { getTree } from "./get-tree.ts";
import { listCommits } from "./list-commits.ts";
import { listRepositories } from "./list-repositories.ts";
import { listRepositoryBranches } from "./list-repository-branches.ts";
import { testConnection } from "./test-connection.ts";
import { testNewConnection } from "./test-new-connection.ts";
import { updateMainBranch } from "./update-main-branch.ts";
import { updateRepository } from "./update-repository.ts";

export const repositoryRoutes = [
  defineRoute(contract.listRepositories, listRepositories),
  defineRoute(contract.getRepository, getRepository),
  defineRoute(contract.updateRepository, updateRepository),
  defineRoute(contract.updateMainBranch, updateMainBranch),
  defineRoute(contract.deleteRepository, deleteRepository),
  defineRoute(contract.testNewConnection, testNewConnection),
  defineRoute(contract.testConnection, testConnection),
  defineRoute(contract.forgetHostKeys, forgetHostKeys),
  defineRoute(contract.createWebhook, createWebhook),
  defineRoute(browsing.listBranches, listRepositoryBranches),
  defineRoute(browsing.getTree, getTree),
  defineRoute(browsing.getFile, getFile),
  defineRoute(browsing.getRawFile, getRawFile),
  defineRoute(browsing.findFiles, findFiles),
  defineRoute(history.listCommits, listCommits),
  defineRoute(history.getCommit, getCommit),
  defineRoute(history.getBlame, getBlame),
  defineRoute(history.getDiff, getDiff),
];
