import {
  listImplementationDocuments,
  updateImplementationDocument,
  type ImplementationDocument,
} from "@cairn/contract/implementation-documents";
import type { Implementation } from "@cairn/contract/implementations";
import { useMutation, useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

import { sayDecisions } from "./say-decisions.ts";

const paramsOf = (project: ProjectKey, { task, implementationId }: Implementation) => ({
  ...project,
  taskId: task.taskId,
  implementationId,
});

/** What merging an implementation does to the pages. It is worked out by the first look at it. */
export function documentsQuery(project: ProjectKey, implementation: Implementation) {
  return endpointQuery(listImplementationDocuments, { params: paramsOf(project, implementation) });
}

/** What the merge of an implementation does to the pages, as it was decided so far; null while nobody knows. */
export function useDecisionsInWords(project: ProjectKey, implementation: Implementation): string | null {
  const { data } = useQuery(documentsQuery(project, implementation));
  return data === undefined ? null : sayDecisions(data);
}

interface DocumentChange {
  document: ImplementationDocument;
  decision?: ImplementationDocument["decision"];
  /** Null goes back to the proposal. */
  content?: string | null;
}

/** Decides about what the caller sees; where it is another text by now, nothing is changed and the list is loaded again. */
export function useUpdateDocument(project: ProjectKey, implementation: Implementation) {
  return useMutation({
    mutationFn: ({ document: { documentId, version }, ...change }: DocumentChange) =>
      call(updateImplementationDocument, {
        params: { ...paramsOf(project, implementation), documentId },
        body: { version, ...change },
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: endpointKey(listImplementationDocuments) }),
    meta: { failure: "Could not update document" },
  });
}
