import { listCoverageGaps } from "@cairn/contract/coverage-gaps";
import type { OutputOf } from "@cairn/contract/endpoint";
import {
  decideHeldSection,
  estimateRegeneration,
  getSectionChanges,
  regenerateArtifact,
  stopRegeneration,
} from "@cairn/contract/page-writing";
import type { Artifact } from "@cairn/contract/pages";
import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";

import { showArtifact } from "#web/features/pages/api/artifacts.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

export type Estimate = OutputOf<typeof estimateRegeneration>;

/** What it would cost to write these sections again; the previous estimate stays until the new one is there. */
export function estimateQuery(organizationId: string, artifactId: string, sectionIds: readonly string[]) {
  return queryOptions({
    ...endpointQuery(estimateRegeneration, {
      params: { organizationId, artifactId },
      query: { sectionIds: [...sectionIds] },
    }),
    placeholderData: keepPreviousData,
  });
}

/** What changed in the code since a section was written; fetched again each time it is shown. */
export function sectionChangesQuery(organizationId: string, artifactId: string, sectionId: string) {
  return queryOptions({
    ...endpointQuery(getSectionChanges, { params: { organizationId, artifactId, sectionId } }),
    staleTime: 0,
  });
}

/** What the code has by now and the page does not mention; fetched again each time it is shown, and after a revision. */
export function coverageGapsQuery(organizationId: string, { artifactId, revision, isUpdating, sections }: Artifact) {
  const query = endpointQuery(listCoverageGaps, { params: { organizationId, artifactId } });
  return queryOptions({
    ...query,
    queryKey: [...query.queryKey, revision],
    enabled: !isUpdating && sections.some(({ kind, status }) => kind === "auto" && status === "fresh"),
    staleTime: 0,
  });
}

/** Starts to write sections again; without ids, every stale or failed one. */
export function useRegenerate(organizationId: string, artifactId: string) {
  return useMutation({
    mutationFn: (sectionIds?: readonly string[]) =>
      call(regenerateArtifact, {
        params: { organizationId, artifactId },
        body: sectionIds ? { sectionIds: [...sectionIds] } : {},
      }),
    onSuccess: (artifact) => showRegenerated(organizationId, artifact),
    meta: { failure: "Could not start writing" },
  });
}

export function useStopRegeneration(organizationId: string, artifactId: string) {
  return useMutation({
    mutationFn: () => call(stopRegeneration, { params: { organizationId, artifactId } }),
    onSuccess: (artifact) => showRegenerated(organizationId, artifact),
    meta: { failure: "Could not stop writing" },
  });
}

/** Accepts a held text, or discards it and keeps the current one. */
export function useDecideHeldSection(organizationId: string, artifactId: string) {
  return useMutation({
    mutationFn: ({ sectionId, decision }: { sectionId: string; decision: "accept" | "discard" }) =>
      call(decideHeldSection, { params: { organizationId, artifactId, sectionId }, body: { decision } }),
    onSuccess: (artifact) => showRegenerated(organizationId, artifact),
    meta: { failure: "Could not decide about the section" },
  });
}

async function showRegenerated(organizationId: string, artifact: Artifact): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: endpointKey(getSectionChanges) });
  await showArtifact(organizationId, artifact);
}
