import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { lineHash } from "#web/ui/code/line-range.ts";

import type { ResultFile, SearchMatch } from "./group-hits.ts";

/** The link to a match; without a match, to its file or topic. */
export function buildHitAddress(
  { organizationId, projectId }: ProjectKey,
  file: Pick<ResultFile, "topicId" | "repositorySlug" | "branch" | "path">,
  location?: Pick<SearchMatch, "startLine" | "endLine">,
): { href: string; hash?: string } {
  if (file.topicId) return { href: href("topic", { organizationId, projectId, topicId: file.topicId }) };
  const { repositorySlug, branch, path } = file;
  const address = href("repositoryFile", {
    organizationId,
    projectId,
    repositorySlug,
    branchName: branch,
    _splat: path,
  });
  return location
    ? { href: address, hash: lineHash({ start: location.startLine, end: location.endLine }) }
    : { href: address };
}
