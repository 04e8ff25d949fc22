import { taskStateNames, taskStateSchema } from "@cairn/contract/task-states";
import { taskPrioritySchema } from "@cairn/contract/tasks";
import type { TaskEvent } from "@cairn/contract/tasks";

import { priorityNames } from "#web/features/tasks/state/priority-names.ts";

/** What was changed, as the rest of a sentence that begins with who did it. */
export function describeEvent({ field, from, to }: Pick<TaskEvent, "field" | "from" | "to">): string {
  switch (field) {
    case "created":
      return "created the task";
    case "title":
      return `changed the title from “${from ?? ""}” to “${to ?? ""}”`;
    case "description":
      return "changed the description";
    case "acceptanceCriteria":
      return to === null ? "removed the acceptance criteria" : `changed the acceptance criteria: ${to} met`;
    case "state":
      return from === null ? `put it into ${stateText(to)}` : `moved it from ${stateText(from)} to ${stateText(to)}`;
    case "service":
      return to === null ? `took it from the service ${from ?? ""}` : `set the service to ${to}`;
    case "assignee":
      return to === null ? `took it from ${from ?? "somebody"}` : `assigned it to ${to}`;
    case "priority":
      return `set the priority to ${priorityText(to)}`;
    case "labels":
      return to === null ? "removed the labels" : `set the labels to ${to}`;
    case "blockedBy":
      return to === null ? `made it wait no longer for ${from ?? "another task"}` : `made it wait for ${to}`;
    case "parent":
      return to === null ? `took it out of ${from ?? "another task"}` : `made it part of ${to}`;
    case "pinned":
      return to === null ? `unpinned ${from ?? "a file"}` : `pinned ${to}`;
    case "removed":
      return to === null ? `put ${from ?? "a file"} back to where it lands` : `removed ${to} from where it lands`;
  }
}

function stateText(state: string | null): string {
  const known = taskStateSchema.safeParse(state).data;
  return known ? taskStateNames[known] : (state ?? "another state");
}

function priorityText(priority: string | null): string {
  const known = taskPrioritySchema.safeParse(priority).data;
  return known && known !== "none" ? priorityNames[known] : "none";
}
