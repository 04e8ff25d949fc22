import { displayName } from "./auth.ts";
import { taskStateNames } from "./task-states.ts";
import type { Task } from "./tasks.ts";

/**
 * A task as it is cited: the one file of a repository that has the task's id as its own `repositoryId`, at a "commit" that
 * is the time of the task's last change.
 */
export interface TaskDocument {
  path: string;
  /** The first four say what it is called, its state, its service and who has it. */
  lines: string[];
  version: string;
  /** Numbers of the first and the last line, from 1; null where there are none. */
  description: { first: number; last: number } | null;
  criteria: { first: number; last: number } | null;
}

export const taskHeaderLines = 4;

/** The texts that people wrote stand line by line as they wrote them. */
export function toTaskDocument(task: Task): TaskDocument {
  const { name, title, state, service, assignee, description, acceptanceCriteria, updatedAt } = task;
  const written = description === "" ? [] : description.split(/\r?\n/);
  const criteria = acceptanceCriteria.map(({ text, done }) => `- [${done ? "x" : " "}] ${text}`);
  const lines = [
    `${name} ${title}`,
    `State: ${taskStateNames[state]}`,
    `Service: ${service?.name ?? "none"}`,
    `Assignee: ${assignee ? displayName(assignee) : "nobody"}`,
  ];
  const add = (part: readonly string[]) => {
    if (part.length === 0) return null;
    lines.push("", ...part);
    return { first: lines.length - part.length + 1, last: lines.length };
  };
  const places = { description: add(written), criteria: add(criteria) };
  return { path: `tasks/${name}.md`, lines, version: updatedAt, ...places };
}

/** The name of the task ("FB-9") that a source is cited from; null for a path that is no task's. */
export function taskNameOfPath(path: string): string | null {
  return /^tasks\/([A-Z][A-Z0-9]{0,9}-[1-9]\d{0,8})\.md$/.exec(path)?.[1] ?? null;
}
