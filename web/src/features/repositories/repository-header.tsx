import type { Repository } from "@cairn/contract/repositories";

import { Badge } from "#web/ui/badge.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";

import { isCommit } from "./branch-name.ts";
import { BranchPopover } from "./branch-popover.tsx";
import { ClonePopover } from "./clone-popover.tsx";
import type { CodeLinks } from "./code-links.ts";
import { CodePath } from "./code-path.tsx";
import type { CodePlace, RepositoryKey } from "./repositories.api.ts";
import { RepositoryPopover } from "./repository-popover.tsx";
import { SettingsLink } from "./settings-link.tsx";
import { useSwitchBranch } from "./use-switch-branch.ts";

interface RepositoryHeaderProps {
  repositoryKey: RepositoryKey;
  repository: Repository;
  place: CodePlace;
  links: CodeLinks;
  /** The query that stays when the branch is switched. */
  search: Record<string, string>;
}

/** Which repository, which branch and where in it; what can be done with all of it on the right. */
export function RepositoryHeader({ repositoryKey, repository, place, links, search }: RepositoryHeaderProps) {
  const { branchName, path } = place;
  const switchBranch = useSwitchBranch(repositoryKey, place, { links, search });
  return (
    // On narrow windows two lines: what is read with the buttons beside it, then where in it with the way back.
    <div className="mb-4 flex flex-wrap items-center gap-2 max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto_auto]">
      <div className="flex min-w-0 flex-wrap items-center gap-2 max-md:col-span-2">
        <RepositoryPopover project={repositoryKey} repository={repository} />
        <BranchPopover
          repository={repositoryKey}
          branchName={branchName}
          shortcut="w"
          onBranch={(name) => void switchBranch(name)}
        />
      </div>
      {isCommit(branchName) && (
        <ButtonLink
          href={links.hrefAt(repository.mainBranch, path)}
          variant="ghost"
          size="sm"
          className="max-w-60 max-md:order-3 max-md:col-span-2 max-md:max-w-40 max-md:justify-self-start"
        >
          <span className="truncate">Back to {repository.mainBranch}</span>
        </ButtonLink>
      )}
      <div className={cx("min-w-0 flex-1 empty:hidden max-md:order-2", !isCommit(branchName) && "max-md:col-span-3")}>
        <CodePath rootName={repository.repo} path={path} hrefOf={links.hrefOf} />
      </div>
      <div className="ml-auto flex items-center gap-2 max-md:order-1">
        {repository.isReadOnly && <Badge>Read-only</Badge>}
        <ClonePopover repository={repository} />
        <SettingsLink project={repositoryKey} repository={repository} />
      </div>
    </div>
  );
}
