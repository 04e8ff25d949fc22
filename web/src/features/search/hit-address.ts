import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/paths.ts";
import { lineHash } from "#web/ui/markdown/line-range.ts";

import type { FoundFile, FoundPlace } from "./group-hits.ts";

/** Where a found place is read; without a place, its file or topic as a whole. */
export function hitAddress(
  { organizationId, projectId }: ProjectKey,
  file: Pick<FoundFile, "topicId" | "repositorySlug" | "branch" | "path">,
  place?: Pick<FoundPlace, "startLine" | "endLine">,
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
  return place ? { href: address, hash: lineHash({ start: place.startLine, end: place.endLine }) } : { href: address };
}
