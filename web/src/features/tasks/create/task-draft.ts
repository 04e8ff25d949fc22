import type { TaskState } from "@cairn/contract/task-states";
import { criterionSchema } from "@cairn/contract/tasks";
import { useState } from "react";
import { z } from "zod";

import { loadTaskDraft, saveTaskDraft } from "#web/lib/browser/storage.ts";

/** The states that a task is created in by hand. */
export const startStates = ["backlog", "todo"] as const satisfies readonly TaskState[];

const draftSchema = z.object({
  title: z.string(),
  description: z.string(),
  serviceId: z.uuid().nullable(),
  state: z.enum(startStates),
  criteria: z.array(criterionSchema),
  /** What the address said when it was begun, so that a reload does not say it again over what was written since. */
  origin: z.string(),
});

/** A task that is being written. */
export type TaskDraft = z.infer<typeof draftSchema>;

const emptyDraft: TaskDraft = {
  title: "",
  description: "",
  serviceId: null,
  state: "backlog",
  criteria: [],
  origin: "",
};

/** The draft that was stored; null for a text that is none. */
export function parseTaskDraft(text: string | null): TaskDraft | null {
  try {
    return draftSchema.safeParse(JSON.parse(text ?? "")).data ?? null;
  } catch {
    return null;
  }
}

/** Whether somebody wrote anything. */
function hasText({ title, description, criteria }: TaskDraft): boolean {
  return title.trim() !== "" || description.trim() !== "" || criteria.length > 0;
}

/** The draft of a product's next task, which survives a reload of the page; null removes it. */
export function useTaskDraft(project: string, first: Partial<TaskDraft>) {
  const origin = JSON.stringify(first);
  const [draft, setDraft] = useState<TaskDraft>(() => {
    const stored = parseTaskDraft(loadTaskDraft(project));
    return stored?.origin === origin ? stored : { ...emptyDraft, ...stored, ...first, origin };
  });
  const change = (next: Partial<TaskDraft> | null) => {
    const changed = next === null ? emptyDraft : { ...draft, ...next };
    setDraft(changed);
    saveTaskDraft(project, hasText(changed) ? JSON.stringify(changed) : null);
  };
  return { draft, change };
}
