import type { ArtifactDraft } from "@cairn/contract/page-draft";
import { useEffect, useReducer } from "react";

import { useCreateArtifact } from "#web/features/pages/api/artifacts.api.ts";

import { emptyHistory, hasUndoneChanges, reduceHistory } from "./draft-history.ts";
import type { DraftHistory } from "./draft-history.ts";
import { toSectionInputs } from "./parse-draft.ts";

/** The histories of this tab's drafts, so that they outlive leaving the screen. */
const histories = new Map<string, DraftHistory>();

/** The owner and parent of a page, by ids. */
type PageLocation = Pick<ArtifactDraft, "projectId" | "serviceId" | "parentArtifactId">;

/** A draft with undo and redo. `received` is the server's draft; it must be the same object while it has not changed. */
export function useDraftHistory(sessionId: string, received: ArtifactDraft | null, isAnswering: boolean) {
  const [stored, dispatch] = useReducer(reduceHistory, histories.get(sessionId) ?? emptyHistory);
  // Computed here, so that a received draft is rendered at once and not one frame later.
  const history = reduceHistory(stored, { type: "received", draft: received, isAnswering });
  useEffect(() => dispatch({ type: "received", draft: received, isAnswering }), [received, isAnswering]);
  useEffect(() => void histories.set(sessionId, history), [sessionId, history]);
  return {
    draft: history.current,
    /** The draft to send with the next message; undefined where the server has it already. */
    changed: hasUndoneChanges(history) ? history.current : undefined,
    undo: history.past.length > 0 ? () => dispatch({ type: "undo" }) : null,
    redo: history.future.length > 0 ? () => dispatch({ type: "redo" }) : null,
  };
}

/** The shown draft where the person has undone changes that the server still has; otherwise null. */
export function findUndoneDraft(sessionId: string): ArtifactDraft | null {
  const history = histories.get(sessionId);
  return history && hasUndoneChanges(history) ? history.current : null;
}

/** Publishes a draft as a page. */
export function usePublishDraft(organizationId: string) {
  const create = useCreateArtifact(organizationId);
  return {
    isPending: create.isPending,
    publish: (draft: ArtifactDraft, onDone: (artifactId: string) => void) => {
      const { title, projectId, serviceId, parentArtifactId } = draft;
      const location: PageLocation = { projectId, serviceId, parentArtifactId };
      create.mutate(
        { title: title.trim(), ...location, sections: toSectionInputs(draft) },
        { onSuccess: ({ artifactId }) => onDone(artifactId) },
      );
    },
  };
}

/** Creates a page whose text is crawled from a web address. */
export function useCreateFromUrl(organizationId: string) {
  const create = useCreateArtifact(organizationId);
  return (input: { title: string; url: string; projectId: string }) => {
    const { title, url, projectId } = input;
    return create.mutateAsync({ mode: "url", title, projectId, crawl: { url } });
  };
}
