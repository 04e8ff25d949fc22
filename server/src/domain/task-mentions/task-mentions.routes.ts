import * as contract from "@cairn/contract/task-mentions";

import { defineRoute } from "#server/edge.ts";

import { getTaskMentions } from "./get-task-mentions.ts";

export const taskMentionRoutes = [defineRoute(contract.getTaskMentions, getTaskMentions)];
