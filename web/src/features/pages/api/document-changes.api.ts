import { listDocumentChanges } from "@cairn/contract/document-changes";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { endpointQuery } from "#web/lib/api/endpoint-query.ts";

/** What pushes changed in the documents of a product, newest first. */
export function documentChangesQuery(key: ProjectKey) {
  return endpointQuery(listDocumentChanges, { params: key });
}
