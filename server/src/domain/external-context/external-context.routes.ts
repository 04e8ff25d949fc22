import * as contract from "@cairn/contract/external-context";

import { defineRoute } from "#server/edge.ts";

import { createTopic } from "./create-topic.ts";
import { deleteTopic } from "./delete-topic.ts";
import { getTopic } from "./get-topic.ts";
import { listTopics } from "./list-topics.ts";
import { refreshTopic } from "./refresh-topic.ts";
import { updateTopic } from "./update-topic.ts";

export const externalContextRoutes = [
  defineRoute(contract.listTopics, listTopics),
  defineRoute(contract.createTopic, createTopic),
  defineRoute(contract.getTopic, getTopic),
  defineRoute(contract.updateTopic, updateTopic),
  defineRoute(contract.deleteTopic, deleteTopic),
  defineRoute(contract.refreshTopic, refreshTopic),
];
