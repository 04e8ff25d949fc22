import type { TaskPriority } from "@cairn/contract/tasks";

/** What people call each priority. */
export const priorityNames = {
  none: "No priority",
  low: "Low",
  medium: "Medium",
  high: "High",
  urgent: "Urgent",
} as const satisfies Record<TaskPriority, string>;
