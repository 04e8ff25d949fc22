import type { Repository } from "@cairn/contract/repositories";
import { GearSixIcon } from "@phosphor-icons/react/dist/csr/GearSix";

import type { CodeLocation } from "#web/features/code-browsing/code-browsing.api.ts";
import type { CodeLinks } from "#web/features/code-browsing/location/code-links.ts";
import { isCommitId } from "#web/features/code-browsing/location/commit-id.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { IconLink } from "#web/ui/action/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Badge } from "#web/ui/display/badge.tsx";

import { BranchPopover } from "./branch-popover.tsx";
import { ClonePopover } from "./clone-popover.tsx";
import { CodePath } from "./code-path.tsx";
import { RepositoryPopover } from "./repository-popover.tsx";
import { useSwitchBranch } from "./use-switch-branch.ts";

interface RepositoryHeaderProps {
  repositoryKey: RepositoryKey;
  repository: Repository;
  codeLocation: CodeLocation;
  links: CodeLinks;
  /** Query parameters to keep when the branch is switched. */
  search: Record<string, string>;
}

/** Shows repository, branch and path, with the actions of the repository on the right. */
export function RepositoryHeader({ repositoryKey, repository, codeLocation, links, search }: RepositoryHeaderProps) {
  const { branchName, path } = codeLocation;
  const switchBranch = useSwitchBranch(repositoryKey, codeLocation, { links, search });
  return (
    // Two lines on narrow windows: selectors with buttons, then the path with the link back to the main branch.
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
      {isCommitId(branchName) && (
        <ButtonLink
          href={links.hrefAt(repository.mainBranch, path)}
          variant="ghost"
          size="sm"
          className="max-w-60 max-md:order-3 max-md:col-span-2 max-md:max-w-40 max-md:justify-self-start"
        >
          <span className="truncate">Back to {repository.mainBranch}</span>
        </ButtonLink>
      )}
      <div className={cx("min-w-0 flex-1 empty:hidden max-md:order-2", !isCommitId(branchName) && "max-md:col-span-3")}>
        <CodePath rootName={repository.repo} path={path} hrefOf={links.hrefOf} />
      </div>
      <div className="ml-auto flex items-center gap-2 max-md:order-1">
        {repository.isReadOnly && <Badge>Read-only</Badge>}
        <ClonePopover project={repositoryKey} repository={repository} />
        <IconLink
          href={href("repositorySettings", { ...repositoryKey, repositorySlug: repository.slug })}
          label={`Settings of ${repository.repo}`}
          tooltipText="Settings"
          icon={<GearSixIcon aria-hidden className="size-4" />}
        />
      </div>
    </div>
  );
}
