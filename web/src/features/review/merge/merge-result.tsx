import { displayName } from "@cairn/contract/auth";
import type { Implementation } from "@cairn/contract/implementations";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Link } from "#web/ui/action/link.tsx";
import { RelativeTime } from "#web/ui/display/relative-time.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";

/** Who merged an implementation, when, and what came of it. Nothing before. */
export function MergeResult({ project, implementation }: { project: ProjectKey; implementation: Implementation }) {
  const { merge, baseBranch, repository } = implementation;
  if (merge === null) return null;
  const { commit, mergedAt, mergedBy } = merge;
  const tree = { ...project, repositorySlug: repository.slug, branchName: commit, _splat: "" };
  return (
    <Banner tone="success" title={`Merged into ${baseBranch}`}>
      By {mergedBy ? displayName(mergedBy) : "somebody who left"} <RelativeTime date={mergedAt} />, in{" "}
      <Link
        href={href("repositoryFile", tree)}
        search={{ view: "changes" }}
        className="rounded-sm font-mono text-xs text-accent-text underline underline-offset-4"
      >
        {commit.slice(0, 8)}
      </Link>
      .
    </Banner>
  );
}
