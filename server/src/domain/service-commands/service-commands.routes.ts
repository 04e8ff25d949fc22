import * as contract from "@cairn/contract/service-commands";

import { defineRoute } from "#server/edge.ts";

import { startCommandCheck } from "./checking/start-command-check.ts";
import { stopCommandCheck } from "./checking/stop-command-check.ts";
import { getCommandOutput } from "./reading/get-command-output.ts";
import { getServiceCommands } from "./reading/get-service-commands.ts";
import { updateServiceCommands } from "./reading/update-service-commands.ts";

export const serviceCommandRoutes = [
  defineRoute(contract.getServiceCommands, getServiceCommands),
  defineRoute(contract.updateServiceCommands, updateServiceCommands),
  defineRoute(contract.checkServiceCommands, startCommandCheck),
  defineRoute(contract.stopServiceCommands, stopCommandCheck),
  defineRoute(contract.getCommandOutput, getCommandOutput),
];
