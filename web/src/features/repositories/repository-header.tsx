import type { Repository } from "@cairn/contract/repositories";
import { GearSixIcon } from "@phosphor-icons/react/dist/csr/GearSix";

import { href } from "#web/lib/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";
import { tooltip } from "#web/ui/tooltip.ts";

import { isCommit } from "./branch-name.ts";
import { BranchPopover } from "./branch-popover.tsx";
import { ClonePopover } from "./clone-popover.tsx";
import type { CodeLinks } from "./code-links.ts";
import { CodePath } from "./code-path.tsx";
import type { CodePlace, RepositoryKey } from "./repositories.api.ts";
import { RepositoryPopover } from "./repository-popover.tsx";
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
  const settings = href("repositorySettings", { ...repositoryKey, repositorySlug: repository.slug });
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-2 gap-y-2">
      <RepositoryPopover project={repositoryKey} repository={repository} />
      <BranchPopover
        repository={repositoryKey}
        branchName={branchName}
        shortcut="w"
        onBranch={(name) => void switchBranch(name)}
      />
      {isCommit(branchName) && (
        <ButtonLink href={links.hrefAt(repository.mainBranch, path)} variant="ghost" size="sm">
          Back to {repository.mainBranch}
        </ButtonLink>
      )}
      <div className="flex items-center gap-2 max-md:ml-auto md:order-last">
        {repository.isReadOnly && <Badge>Read-only</Badge>}
        <ClonePopover repository={repository} />
        {settings !== "#" && (
          <Link
            href={settings}
            aria-label={`Settings of ${repository.repo}`}
            {...tooltip("Settings", { side: "bottom" })}
            className="grid size-7 place-items-center rounded-md text-ink-3 hover:bg-surface-3 hover:text-ink pointer-coarse:size-11"
          >
            <GearSixIcon aria-hidden className="size-4" />
          </Link>
        )}
      </div>
      <div className="min-w-0 max-md:basis-full md:mr-auto md:flex-1">
        <CodePath rootName={repository.repo} path={path} hrefOf={links.hrefOf} />
      </div>
    </div>
  );
}
