import * as contract from "@cairn/contract/integrations";

import { defineRoute } from "#server/edge.ts";

import { connectIntegration } from "./connect-integration.ts";
import { deleteConnection } from "./delete-connection.ts";
import { finishIntegration } from "./finish-integration.ts";
import { listConnections } from "./list-connections.ts";
import { listGithubRepositories } from "./list-github-repositories.ts";
import { listIntegrations } from "./list-integrations.ts";

export const integrationRoutes = [
  defineRoute(contract.listIntegrations, listIntegrations),
  defineRoute(contract.connectIntegration, connectIntegration),
  defineRoute(contract.finishIntegration, finishIntegration),
  defineRoute(contract.listConnections, listConnections),
  defineRoute(contract.deleteConnection, deleteConnection),
  defineRoute(contract.listGithubRepositories, listGithubRepositories),
];
