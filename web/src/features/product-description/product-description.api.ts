import { AppError } from "@cairn/contract/errors";
import { getProject, updateProjectData } from "@cairn/contract/projects";
import { outcomes } from "@cairn/contract/texts";
import { useMutation } from "@tanstack/react-query";

import { refreshProjects, type ProjectKey } from "#web/features/projects/projects.api.ts";
import { call } from "#web/lib/api/call.ts";

/** The result of saving; a conflict saved nothing. */
export type SaveOutcome = { kind: "saved"; description: string } | { kind: "conflict"; theirs: string };

/** Saves a description only if the saved one is still `expected`; otherwise returns what another person saved. */
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
    // Also after a conflict, so that the text saved by others is loaded.
    onSuccess: refreshProjects,
    meta: outcomes.productDescription,
  });
}
