import { taskStateSchema } from "@cairn/contract/task-states";
import type { TaskState } from "@cairn/contract/task-states";
import type { TaskFilters } from "@cairn/contract/tasks";
import { z } from "zod";

const maxFilterText = 200;

/** What the address of the tasks says they are narrowed by. */
export interface TaskFilter {
  text: string;
  state: TaskState | null;
  /** An id, or "none" for tasks without a service. */
  service: string | null;
  /** The id of a member, or "none" for tasks that nobody has. */
  assignee: string | null;
  /** The id of a task for what is part of it, or "none" for tasks that are part of none. */
  parent: string | null;
}

export const noFilter: TaskFilter = { text: "", state: null, service: null, assignee: null, parent: null };

const idOrNone = z.union([z.literal("none"), z.uuid()]);

/** Reads the filter of an address; what is not valid does not narrow. */
export function parseFilter(search: Record<string, string | undefined>): TaskFilter {
  return {
    text: (search.q ?? "").slice(0, maxFilterText),
    state: taskStateSchema.safeParse(search.state).data ?? null,
    service: idOrNone.safeParse(search.service).data ?? null,
    assignee: idOrNone.safeParse(search.assignee).data ?? null,
    parent: idOrNone.safeParse(search.parent).data ?? null,
  };
}

/** The query of an address for the filter; what does not narrow is left out. */
export function filterSearch({ text, state, service, assignee, parent }: TaskFilter): Record<string, string> {
  const parts = { q: text, state, service, assignee, parent };
  return Object.fromEntries(Object.entries(parts).filter((part): part is [string, string] => Boolean(part[1])));
}

/** The filter as the contract has it. */
export function toTaskFilters({ text, state, service, assignee, parent }: TaskFilter): TaskFilters {
  return {
    ...(state ? { state: [state] } : {}),
    ...(service ? { serviceId: service } : {}),
    ...(assignee ? { assignee } : {}),
    ...(parent ? { parentId: parent } : {}),
    ...(text.trim() ? { text: text.trim() } : {}),
  };
}

export function isFiltering(filter: TaskFilter): boolean {
  return Object.keys(toTaskFilters(filter)).length > 0;
}
