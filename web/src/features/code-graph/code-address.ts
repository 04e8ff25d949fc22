import type { CodePlace } from "@cairn/contract/code-graph";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { lineHash } from "#web/ui/code/line-range.ts";

/** Where a place of the graph is read: at the branch or commit one reads now if `hrefOf` is given, else at its own. */
export function buildCodeAddress(
  { organizationId, projectId }: ProjectKey,
  { repositorySlug, branch, path, startLine, endLine }: CodePlace,
  hrefOf?: (path: string) => string,
): { href: string; hash: string } {
  const hash = lineHash({ start: startLine, end: endLine });
  if (hrefOf) return { href: hrefOf(path), hash };
  return {
    href: href("repositoryFile", { organizationId, projectId, repositorySlug, branchName: branch, _splat: path }),
    hash,
  };
}
