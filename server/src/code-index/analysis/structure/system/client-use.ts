import type { Technology } from "#server/code-index/analysis/extract/deployment/technologies/technology.ts";
import type { SystemEdge, SystemSource } from "#server/code-index/ports/system.ts";

/** A line that tells of a client of a technology, and who runs it. */
export interface ClientUse {
  technology: Technology;
  source: SystemSource;
  ids: readonly string[];
  certainty: SystemEdge["certainty"];
  /** Whether the code lies outside of the folders of those who use it. */
  isShared: boolean;
  /** Whether a package alone tells of it. */
  isPackage: boolean;
}
