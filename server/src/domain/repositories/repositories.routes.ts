import * as browsing from "@cairn/contract/code-browsing";
import * as history from "@cairn/contract/code-history";
import * as contract from "@cairn/contract/repositories";

import { findFiles } from "#server/domain/repositories/browsing/find-files.ts";
import { getBlame } from "#server/domain/repositories/browsing/get-blame.ts";
import { getCommit } from "#server/domain/repositories/browsing/get-commit.ts";
import { getDiff } from "#server/domain/repositories/browsing/get-diff.ts";
import { getFile } from "#server/domain/repositories/browsing/get-file.ts";
import { getOpening } from "#server/domain/repositories/browsing/get-opening.ts";
import { getRawFile } from "#server/domain/repositories/browsing/get-raw-file.ts";
import { getTree } from "#server/domain/repositories/browsing/get-tree.ts";
import { listCommits } from "#server/domain/repositories/browsing/list-commits.ts";
import { listRepositoryBranches } from "#server/domain/repositories/browsing/list-repository-branches.ts";
import { deleteRepository } from "#server/domain/repositories/catalog/delete-repository.ts";
import { getRepository } from "#server/domain/repositories/catalog/get-repository.ts";
import { listRepositories } from "#server/domain/repositories/catalog/list-repositories.ts";
import { forgetHostKeys } from "#server/domain/repositories/connecting/forget-host-keys.ts";
import { testConnection } from "#server/domain/repositories/connecting/test-connection.ts";
import { testNewConnection } from "#server/domain/repositories/connecting/test-new-connection.ts";
import { updateMainBranch } from "#server/domain/repositories/settings/update-main-branch.ts";
import { updateRepository } from "#server/domain/repositories/settings/update-repository.ts";
import { createWebhook } from "#server/domain/repositories/webhooks/create-webhook.ts";
import { defineRoute } from "#server/edge.ts";

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
  defineRoute(browsing.getOpening, getOpening),
  defineRoute(browsing.getTree, getTree),
  defineRoute(browsing.getFile, getFile),
  defineRoute(browsing.getRawFile, getRawFile),
  defineRoute(browsing.findFiles, findFiles),
  defineRoute(history.listCommits, listCommits),
  defineRoute(history.getCommit, getCommit),
  defineRoute(history.getBlame, getBlame),
  defineRoute(history.getDiff, getDiff),
];
