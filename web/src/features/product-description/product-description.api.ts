import { AppError } from "@cairn/contract/errors";
import { getProject, updateProjectData } from "@cairn/contract/projects";
import { outcomes } from "@cairn/contract/texts";
import { useMutation } from "@tanstack/react-query";

import { refreshProjects, type ProjectKey } from "#web/features/projects/projects.api.ts";
import { call } from "#web/lib/api/call.ts";

/** What became of a text that was to be saved; `conflict` saved nothing. */
export type SaveOutcome = { kind: "saved"; description: string } | { kind: "conflict"; theirs: string };

/** Saves a description over the one that is expected there: what somebody else saved meanwhile is answered instead. */
export function useSaveDescription(key: ProjectKey) {
  return useMutation({
    mutationFn: async ({ text, expected }: { text: string; expected: string }): Promise<SaveOutcome> => {
      try {
        const saved = await call(updateProjectData, { params: key, body: { description: text, replaces: expected } });
        return { kind: "saved", description: saved.description ?? "" };
      } catch (error) {
        if (!(error instanceof AppError && error.code === "conflict")) throw error;
        const theirs = (await call(getProject, { params: key })).description ?? "";
        return theirs.trim() === text.trim() ? { kind: "saved", description: theirs } : { kind: "conflict", theirs };
      }
    },
    // Also after a conflict: what others saved is known from then on.
    onSuccess: refreshProjects,
    meta: outcomes.productDescription,
  });
}
