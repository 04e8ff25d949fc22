import type { TaskState } from "@cairn/contract/task-states";
import type { TaskPriority } from "@cairn/contract/tasks";

/** A task as it will be written: everything is checked and looked up. */
export interface ImportItem {
  title: string;
  description: string;
  criteria: { text: string; done: boolean }[];
  state: TaskState;
  priority: TaskPriority;
  labels: string[];
  serviceId: string | null;
  assigneeId: string | null;
  /** What it waits for: positions of others of the import, from 1, and ids of tasks that were there before. */
  blockers: (number | string)[];
  /** Where it comes from; null for nowhere. */
  originUrl: string | null;
  /** Names where it comes from for good; null where nothing does. */
  originKey: string | null;
  /** When it was made there, ISO 8601; null where that is not known. */
  createdAt: string | null;
}
