import type { TaskCard } from "@cairn/contract/tasks";
import type { ReactNode } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";

import { CardAction } from "./implement-action.tsx";
import { RunNote } from "./run-note.tsx";

/** What a card of a board says of the run of its task, and what it offers to do with it; null for nothing. */
export function renderRun(task: TaskCard, project: ProjectKey): { note: ReactNode; action: ReactNode } {
  const hasAction = task.state === "todo" || task.state === "in-progress" || task.state === "in-review";
  return {
    note: task.runSince === null ? null : <RunNote since={task.runSince} />,
    action: hasAction ? <CardAction project={project} task={task} /> : null,
  };
}
