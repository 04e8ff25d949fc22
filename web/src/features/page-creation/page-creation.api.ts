import type { ArtifactDraft } from "@cairn/contract/page-draft";
import { useEffect, useReducer } from "react";

import { useCreateArtifact } from "#web/features/pages/api/artifacts.api.ts";

import { emptyHistory, hasUndoneChanges, reduceHistory } from "./draft-history.ts";
import type { DraftHistory } from "./draft-history.ts";
import { toSectionInputs } from "./parse-draft.ts";

/** Histories of the drafts of this tab, so that leaving a draft's screen forgets no step. */
const histories = new Map<string, DraftHistory>();

/** Where a page belongs, by ids. */
type PageLocation = Pick<ArtifactDraft, "projectId" | "serviceId" | "parentArtifactId">;

/** A draft with its steps; `arrived` is the server's, which must stay the same object while nothing changed. */
export function useDraftHistory(sessionId: string, arrived: ArtifactDraft | null, isAnswering: boolean) {
  const [kept, dispatch] = useReducer(reduceHistory, histories.get(sessionId) ?? emptyHistory);
  // What has arrived is shown in the same frame, not one later.
  const history = reduceHistory(kept, { type: "arrived", draft: arrived, isAnswering });
  useEffect(() => dispatch({ type: "arrived", draft: arrived, isAnswering }), [arrived, isAnswering]);
  useEffect(() => void histories.set(sessionId, history), [sessionId, history]);
  return {
    draft: history.current,
    /** To be sent with the next message; undefined where the server has it. */
    changed: hasUndoneChanges(history) ? history.current : undefined,
    undo: history.past.length > 0 ? () => dispatch({ type: "undo" }) : null,
    redo: history.future.length > 0 ? () => dispatch({ type: "redo" }) : null,
  };
}

/** The draft as the person left it, where they took something back that the server still has; null elsewhere. */
export function findUndoneDraft(sessionId: string): ArtifactDraft | null {
  const history = histories.get(sessionId);
  return history && hasUndoneChanges(history) ? history.current : null;
}

/** Makes a page of a draft. */
export function usePublishDraft(organizationId: string) {
  const create = useCreateArtifact(organizationId);
  return {
    isPending: create.isPending,
    publish: (draft: ArtifactDraft, onDone: (artifactId: string) => void) => {
      const { title, projectId, serviceId, parentArtifactId } = draft;
      const place: PageLocation = { projectId, serviceId, parentArtifactId };
      create.mutate(
        { title: title.trim(), ...place, sections: toSectionInputs(draft) },
        { onSuccess: ({ artifactId }) => onDone(artifactId) },
      );
    },
  };
}

/** Makes a page whose text is fetched from an address. */
export function useCreateFromUrl(organizationId: string) {
  const create = useCreateArtifact(organizationId);
  return (input: { title: string; url: string; projectId: string }) => {
    const { title, url, projectId } = input;
    return create.mutateAsync({ mode: "url", title, projectId, crawl: { url } });
  };
}
