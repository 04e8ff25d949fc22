import * as contract from "@cairn/contract/services";

import { defineFilesRoute, defineRoute } from "#server/edge.ts";

import { connectBundle } from "./connect-bundle.ts";
import { connectService } from "./connect-service.ts";
import { createService } from "./create-service.ts";
import { deleteService } from "./delete-service.ts";
import { listServices } from "./list-services.ts";
import { reindexService } from "./reindex-service.ts";
import { updateService } from "./update-service.ts";

export const serviceRoutes = [
  defineRoute(contract.listServices, listServices),
  defineRoute(contract.createService, createService),
  defineRoute(contract.connectService, connectService),
  defineFilesRoute(contract.connectBundle, connectBundle),
  defineRoute(contract.updateService, updateService),
  defineRoute(contract.deleteService, deleteService),
  defineRoute(contract.reindexService, reindexService),
];
