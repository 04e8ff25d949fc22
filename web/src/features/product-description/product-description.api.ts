import { getProject, updateProjectData } from "@cairn/contract/projects";
import { outcomes } from "@cairn/contract/texts";
import { useMutation } from "@tanstack/react-query";

import { refreshProjects, type ProjectKey } from "#web/features/projects/projects.api.ts";
import { call } from "#web/lib/call.ts";

/** What became of a text that was to be saved; `conflict` saved nothing. */
export type SaveOutcome = { kind: "saved"; description: string } | { kind: "conflict"; theirs: string };

/**
 * Saves a description over the one that is expected there. The server keeps no revision of it, so it is read right
 * before: what somebody else saved meanwhile is answered and not written over.
 */
export function useSaveDescription(key: ProjectKey) {
  return useMutation({
    mutationFn: async ({ text, expected }: { text: string; expected: string }): Promise<SaveOutcome> => {
      const now = await call(getProject, { params: key });
      const theirs = now.description ?? "";
      if (theirs !== expected && theirs.trim() !== text.trim()) return { kind: "conflict", theirs };
      const saved = await call(updateProjectData, { params: key, body: { description: text } });
      return { kind: "saved", description: saved.description ?? "" };
    },
    // Also after a conflict: what others saved is known from then on.
    onSuccess: refreshProjects,
    meta: outcomes.productDescription,
  });
}
