import type { Repository } from "@cairn/contract/repositories";
import { CaretDownIcon } from "@phosphor-icons/react/dist/csr/CaretDown";
import { GitForkIcon } from "@phosphor-icons/react/dist/csr/GitFork";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";

import { createCodeLinks } from "#web/features/code-browsing/location/code-links.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { repositoriesQuery } from "#web/features/repositories/repositories.api.ts";
import { repositoryName } from "#web/features/repositories/repositories.api.ts";
import { useAllPages } from "#web/lib/api/use-all-pages.ts";
import { Button } from "#web/ui/action/button.tsx";
import { SearchListbox } from "#web/ui/list/search-listbox.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";

/** Shows the current repository, with a list of the others. */
export function RepositoryPopover({ project, repository }: { project: ProjectKey; repository: Repository }) {
  const navigate = useNavigate();
  const inputRef = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [marked, setMarked] = useState(repository.slug);
  const { items, isComplete, failure } = useAllPages((page) => repositoriesQuery(project, page));
  return (
    <Popover
      title="Switch Repositories"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      initialFocus={inputRef}
      className="flex max-h-80 w-72 max-w-[calc(100vw-2rem)] flex-col"
      trigger={
        <Button
          size="sm"
          aria-label={`Repository: ${repositoryName(repository)}`}
          icon={<GitForkIcon aria-hidden className="size-4 text-ink-3" />}
          className="max-w-60 max-md:max-w-fit max-md:min-w-0 max-md:shrink max-md:grow max-md:basis-24"
        >
          <span className="truncate">{repository.repo}</span>
          <CaretDownIcon aria-hidden className="size-3 text-ink-3" />
        </Button>
      }
    >
      <SearchListbox
        label="Switch Repositories"
        placeholder="Switch Repositories"
        emptyText={isComplete ? "No repositories" : "Loading repositories"}
        failure={failure}
        items={items.map((one) => ({
          key: one.slug,
          label: repositoryName(one),
          icon: <GitForkIcon aria-hidden className="size-4 shrink-0 text-ink-3" />,
          isCurrent: one.slug === repository.slug,
        }))}
        activeKey={marked}
        onActiveChange={setMarked}
        onOpen={(slug) => {
          setIsOpen(false);
          const chosen = items.find((one) => one.slug === slug);
          if (chosen) void navigate({ to: createCodeLinks(project, slug, chosen.mainBranch).hrefOf("") });
        }}
        inputRef={inputRef}
      />
    </Popover>
  );
}
