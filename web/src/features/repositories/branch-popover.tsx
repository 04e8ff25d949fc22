import { CaretDownIcon } from "@phosphor-icons/react/dist/csr/CaretDown";
import { GitBranchIcon } from "@phosphor-icons/react/dist/csr/GitBranch";
import { GitCommitIcon } from "@phosphor-icons/react/dist/csr/GitCommit";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { errorMessage } from "#web/lib/query-client.ts";
import { Button } from "#web/ui/button.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { SearchListbox } from "#web/ui/search-listbox.tsx";
import { useSingleKey } from "#web/ui/shortcuts.ts";

import { isCommit, shortCommit } from "./branch-name.ts";
import { branchesQuery } from "./repositories.api.ts";
import type { RepositoryKey } from "./repositories.api.ts";

interface BranchPopoverProps {
  repository: RepositoryKey;
  /** A branch, or the full id of a commit. */
  branchName: string;
  onBranch: (branchName: string) => void;
}

/** The branch that is read; W opens the list of all. */
export function BranchPopover({ repository, branchName, onBranch }: BranchPopoverProps) {
  const [isOpen, setIsOpen] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);
  const branches = useQuery({ ...branchesQuery(repository), enabled: isOpen });
  const [marked, setMarked] = useState<string | null>(null);
  useSingleKey("w", () => setIsOpen(true));
  const Icon = isCommit(branchName) ? GitCommitIcon : GitBranchIcon;
  return (
    <Popover
      title="Switch Branches"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      initialFocus={inputRef}
      className="flex max-h-80 w-72 max-w-[calc(100vw-2rem)] flex-col"
      trigger={
        <Button size="sm" icon={<Icon aria-hidden className="size-4 text-ink-3" />} className="max-w-60">
          <span className="truncate">{isCommit(branchName) ? shortCommit(branchName) : branchName}</span>
          <CaretDownIcon aria-hidden className="size-3 text-ink-3" />
        </Button>
      }
    >
      {branches.isError ? (
        <p className="p-4 text-sm text-danger-text">{errorMessage(branches.error)}</p>
      ) : (
        <SearchListbox
          label="Switch Branches"
          placeholder="Switch Branches"
          emptyText={branches.isPending ? "Loading branches" : "No branches"}
          items={(branches.data ?? []).map((branch) => ({
            key: branch.name,
            label: branch.name,
            icon: <GitBranchIcon aria-hidden className="size-4 shrink-0 text-ink-3" />,
            isCurrent: branch.name === branchName,
          }))}
          activeKey={marked ?? branchName}
          onActiveChange={setMarked}
          onOpen={(name) => {
            setIsOpen(false);
            onBranch(name);
          }}
          inputRef={inputRef}
        />
      )}
    </Popover>
  );
}
