import { useNavigate } from "@tanstack/react-router";

import type { CodeLocation } from "#web/features/code-browsing/code-browsing.api.ts";
import { BranchPopover } from "#web/features/code-browsing/header/branch-popover.tsx";
import type { CodeLinks } from "#web/features/code-browsing/location/code-links.ts";
import { isCommitId, shortenCommitId } from "#web/features/code-browsing/location/commit-id.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";

interface CompareBarProps {
  repository: RepositoryKey;
  codeLocation: CodeLocation;
  compareTo: string;
  links: CodeLinks;
}

/** Shows which states are compared. The base is chosen here, the other side in the header. */
export function CompareBar({ repository, codeLocation, compareTo, links }: CompareBarProps) {
  const navigate = useNavigate();
  const { branchName, path } = codeLocation;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-ink-3">
      <span>
        What{" "}
        <span className="font-medium break-words text-ink">
          {isCommitId(branchName) ? shortenCommitId(branchName) : branchName}
        </span>{" "}
        changes, compared with
      </span>
      <BranchPopover
        repository={repository}
        branchName={compareTo}
        title="Compare with"
        onBranch={(compare) => void navigate({ to: links.hrefOf(path), search: { view: "changes", compare } })}
      />
    </div>
  );
}
