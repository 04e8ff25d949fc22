import { displayName } from "@cairn/contract/auth";
import type { ArtifactSummary } from "@cairn/contract/pages";

/** Who a page is by: the person who made it, otherwise what wrote it. */
export function authorOf({ creator, writtenBy }: ArtifactSummary): string {
  return creator ? displayName(creator) : writtenBy;
}
