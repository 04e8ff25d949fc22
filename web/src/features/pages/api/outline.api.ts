import {
  addWishedPage,
  dropArtifact,
  listDroppedPages,
  pinArtifact,
  restoreDroppedPage,
} from "@cairn/contract/page-outline";
import type { DroppedPage } from "@cairn/contract/page-outline";
import type { ArtifactSummary } from "@cairn/contract/pages";
import { useMutation } from "@tanstack/react-query";

import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { showToast } from "#web/lib/toasts/toast-manager.ts";

import { refreshArtifacts, showArtifact } from "./artifacts.api.ts";

/** Pages that were taken out of a product's outline; `projectId` is its id and not its slug. */
export function droppedPagesQuery(organizationId: string, projectId: string) {
  return endpointQuery(listDroppedPages, { params: { organizationId }, query: { projectId } });
}

async function refreshOutline(): Promise<void> {
  const dropped = queryClient.invalidateQueries({ queryKey: endpointKey(listDroppedPages) });
  await Promise.all([dropped, refreshArtifacts()]);
}

export function usePinArtifact(organizationId: string) {
  return useMutation({
    mutationFn: ({ artifactId, isPinned }: Pick<ArtifactSummary, "artifactId" | "isPinned">) =>
      call(pinArtifact, { params: { organizationId, artifactId }, body: { isPinned } }),
    onSuccess: refreshArtifacts,
    meta: { failure: "Could not pin the page" },
  });
}

/** Takes a page out of the outline, and offers to take that back. */
export function useDropArtifact(organizationId: string) {
  const restore = useRestoreDroppedPage(organizationId);
  return useMutation({
    mutationFn: (artifactId: string) => call(dropArtifact, { params: { organizationId, artifactId } }),
    onSuccess: async ({ droppedPageId, title }: DroppedPage) => {
      showToast({
        kind: "success",
        title: `“${title}” is out of the outline`,
        description: "No run writes it again.",
        action: { label: "Undo", onSelect: () => restore.mutate(droppedPageId) },
      });
      await refreshOutline();
    },
    meta: { failure: "Could not take the page out of the outline" },
  });
}

export function useRestoreDroppedPage(organizationId: string) {
  return useMutation({
    mutationFn: (droppedPageId: string) => call(restoreDroppedPage, { params: { organizationId, droppedPageId } }),
    onSettled: refreshOutline,
    meta: { failure: "Could not take the page back" },
  });
}

/** Adds a page from what it should answer. */
export function useAddWishedPage(organizationId: string) {
  return useMutation({
    mutationFn: (body: { projectId: string; serviceId: string | null; wish: string }) =>
      call(addWishedPage, { params: { organizationId }, body }),
    onSuccess: async (artifact) => {
      await showArtifact(organizationId, artifact);
      showToast({ kind: "success", title: `“${artifact.title}” is being written` });
    },
    meta: { failure: "Could not add the page" },
  });
}
