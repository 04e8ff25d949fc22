import type { ArtifactSummary } from "@cairn/contract/artifacts";
import { displayName } from "@cairn/contract/auth";

/** The author of a page: the person who created it, otherwise the engine or model that wrote it. */
export function authorOf({ creator, writtenBy }: ArtifactSummary): string {
  return creator ? displayName(creator) : writtenBy;
}
