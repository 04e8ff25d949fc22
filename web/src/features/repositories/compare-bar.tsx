import { useNavigate } from "@tanstack/react-router";

import { isCommit, shortCommit } from "./branch-name.ts";
import { BranchPopover } from "./branch-popover.tsx";
import type { CodeLinks } from "./code-links.ts";
import type { CodePlace, RepositoryKey } from "./repositories.api.ts";

interface CompareBarProps {
  repository: RepositoryKey;
  place: CodePlace;
  compareTo: string;
  links: CodeLinks;
}

/** Which two states are compared; the base is chosen here, the other one in the header. */
export function CompareBar({ repository, place, compareTo, links }: CompareBarProps) {
  const navigate = useNavigate();
  const { branchName, path } = place;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-ink-3">
      <span>
        What{" "}
        <span className="font-medium break-words text-ink">
          {isCommit(branchName) ? shortCommit(branchName) : branchName}
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
