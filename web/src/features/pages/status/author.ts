import { displayName } from "@cairn/contract/auth";
import type { ArtifactSummary } from "@cairn/contract/pages";

/** The author of a page: the person who created it, otherwise the engine or model that wrote it. */
export function authorOf({ creator, writtenBy }: ArtifactSummary): string {
  return creator ? displayName(creator) : writtenBy;
}
