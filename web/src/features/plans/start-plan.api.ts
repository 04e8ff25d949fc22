import { maxGoal } from "@cairn/contract/plans";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { loadPlanDraft, savePlanDraft } from "#web/lib/browser/storage.ts";
import { href } from "#web/lib/navigation/paths.ts";

/** Where the goal of a new plan comes from: an answer of a chat, by its place there, or a page. */
export type GoalStart = { chat: string; answer: string } | { artifact: string };

/** What the draft of a new plan's goal is stored under. */
export function goalDraftKey({ projectId }: ProjectKey, start: GoalStart | null): string {
  const parts = start === null ? [] : "chat" in start ? [start.chat, start.answer] : [start.artifact];
  return [projectId, ...parts].join(":");
}

/** The address where a plan begins with a text; what somebody made of the same text before stays. */
export function startPlan(project: ProjectKey, start: GoalStart, text: string): { to: string; search: GoalStart } {
  const key = goalDraftKey(project, start);
  if (loadPlanDraft(key) === null) savePlanDraft(key, text.trim().slice(0, maxGoal));
  return { to: href("plans", { ...project }), search: start };
}
