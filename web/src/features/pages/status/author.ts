import type { ArtifactSummary } from "@cairn/contract/artifacts";
import { displayName } from "@cairn/contract/auth";

/** Who a page is by: the person who made it, otherwise what wrote it. */
export function authorOf({ creator, writtenBy }: ArtifactSummary): string {
  return creator ? displayName(creator) : writtenBy;
}
