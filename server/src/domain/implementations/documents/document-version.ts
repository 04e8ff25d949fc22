import { createHash } from "node:crypto";

import type { DocumentRow } from "#server/domain/implementations/store/documents.store.ts";

/** Names what somebody decides about: the text that readers see, and the one that would be in its place. */
export function documentVersion(row: Pick<DocumentRow, "kind" | "formerVersionId" | "content">): string {
  const { kind, formerVersionId, content } = row;
  return createHash("sha256")
    .update(JSON.stringify([kind, formerVersionId, content]))
    .digest("hex")
    .slice(0, 32);
}
