import { getOrganizationTaskBoard as organizationBoard } from "@cairn/contract/organization-tasks";
import * as locations from "@cairn/contract/task-locations";
import * as contract from "@cairn/contract/tasks";

import { defineRoute } from "#server/edge.ts";

import { createTask } from "./create-task.ts";
import { deleteTask } from "./delete-task.ts";
import { deleteTasks } from "./delete-tasks.ts";
import { getOrganizationTaskBoard } from "./get-organization-task-board.ts";
import { getTaskBoard } from "./get-task-board.ts";
import { getTaskLocations } from "./get-task-locations.ts";
import { getTaskNeighbours } from "./get-task-neighbours.ts";
import { getTaskSummary } from "./get-task-summary.ts";
import { getTask } from "./get-task.ts";
import { listMentionedTasks } from "./list-mentioned-tasks.ts";
import { listTaskEvents } from "./list-task-events.ts";
import { listTasks } from "./list-tasks.ts";
import { pinTaskLocation } from "./pin-task-location.ts";
import { searchTasks } from "./search-tasks.ts";
import { updateCriterion } from "./update-criterion.ts";
import { updateTask } from "./update-task.ts";
import { updateTasks } from "./update-tasks.ts";

export const taskRoutes = [
  defineRoute(contract.listTasks, listTasks),
  defineRoute(contract.createTask, createTask),
  defineRoute(contract.updateTasks, updateTasks),
  defineRoute(contract.deleteTasks, deleteTasks),
  // Before the call of one task, for whose id their words would be taken.
  defineRoute(contract.getTaskBoard, getTaskBoard),
  defineRoute(contract.listMentionedTasks, listMentionedTasks),
  defineRoute(contract.searchTasks, searchTasks),
  defineRoute(organizationBoard, getOrganizationTaskBoard),
  defineRoute(contract.getTaskSummary, getTaskSummary),
  defineRoute(contract.getTask, getTask),
  defineRoute(contract.getTaskNeighbours, getTaskNeighbours),
  defineRoute(contract.updateTask, updateTask),
  defineRoute(contract.deleteTask, deleteTask),
  defineRoute(contract.updateCriterion, updateCriterion),
  defineRoute(contract.listTaskEvents, listTaskEvents),
  defineRoute(locations.getTaskLocations, getTaskLocations),
  defineRoute(locations.pinTaskLocation, pinTaskLocation),
];
