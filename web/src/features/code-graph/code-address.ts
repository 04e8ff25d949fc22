import type { CodeLocation } from "@cairn/contract/code-graph";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { lineHash } from "#web/ui/code/line-range.ts";

/**
 * The link to a code location: at the current branch or commit if `hrefOf` is given, else at the location's own branch.
 */
export function buildCodeAddress(
  { organizationId, projectId }: ProjectKey,
  { repositorySlug, branch, path, startLine, endLine }: CodeLocation,
  hrefOf?: (path: string) => string,
): { href: string; hash: string } {
  const hash = lineHash({ start: startLine, end: endLine });
  if (hrefOf) return { href: hrefOf(path), hash };
  return {
    href: href("repositoryFile", { organizationId, projectId, repositorySlug, branchName: branch, _splat: path }),
    hash,
  };
}
