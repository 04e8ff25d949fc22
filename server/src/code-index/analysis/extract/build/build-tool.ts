import type { FileRole } from "#server/code-index/analysis/text/classify-path.ts";
import type { BuildFacts } from "#server/code-index/analysis/text/content-facts.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";

/** How one build tool declares what belongs together. Its examples are run by a test. */
export interface BuildTool {
  name: string;
  read: Partial<Record<FileRole, (source: SourceText) => BuildFacts>>;
  examples: BuildExample[];
}

/** A repository, and where the names in its files lead: "from > to", sorted. */
interface BuildExample {
  files: Record<string, string>;
  edges: string[];
}

/** More than these are no build that people wrote. */
export const maxDeclarations = 2000;

/** A build file of which nothing is known yet. */
export function emptyBuild(): BuildFacts {
  return {
    name: null,
    parent: null,
    uses: [],
    members: [],
    sourceRoots: [],
    includes: [],
    imports: [],
    holdsBelow: false,
  };
}
