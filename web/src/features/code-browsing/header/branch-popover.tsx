import { CaretDownIcon } from "@phosphor-icons/react/dist/csr/CaretDown";
import { GitBranchIcon } from "@phosphor-icons/react/dist/csr/GitBranch";
import { GitCommitIcon } from "@phosphor-icons/react/dist/csr/GitCommit";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { isCommitId, shortenCommitId } from "#web/features/code-browsing/location/commit-id.ts";
import { branchesQuery } from "#web/features/repositories/repositories.api.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { useSingleKey } from "#web/ui/keyboard/shortcuts.ts";
import { InlineError } from "#web/ui/layout/inline-error.tsx";
import { SearchListbox } from "#web/ui/list/search-listbox.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { tooltip } from "#web/ui/tooltip/tooltip.ts";

interface BranchPopoverProps {
  repository: RepositoryKey;
  /** A branch, or the full id of a commit. */
  branchName: string;
  onBranch: (branchName: string) => void;
  /** Says what choosing a branch does. */
  title?: string;
  /** A key that opens the list. */
  shortcut?: string;
}

/** Shows the current branch, with a list to choose another. */
export function BranchPopover({
  repository,
  branchName,
  onBranch,
  title = "Switch Branches",
  shortcut,
}: BranchPopoverProps) {
  const [isOpen, setIsOpen] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);
  const branches = useQuery({ ...branchesQuery(repository), enabled: isOpen });
  const [marked, setMarked] = useState<string | null>(null);
  const Icon = isCommitId(branchName) ? GitCommitIcon : GitBranchIcon;
  return (
    <Popover
      title={title}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      initialFocus={inputRef}
      className="flex max-h-80 w-72 max-w-[calc(100vw-2rem)] flex-col"
      trigger={
        <Button
          {...tooltip(title, { side: "bottom", keys: shortcut ? [shortcut.toUpperCase()] : undefined })}
          size="sm"
          aria-label={isCommitId(branchName) ? `Commit: ${shortenCommitId(branchName)}` : `Branch: ${branchName}`}
          icon={<Icon aria-hidden className="size-4 text-ink-3" />}
          className="max-w-60"
        >
          <span className="truncate">{isCommitId(branchName) ? shortenCommitId(branchName) : branchName}</span>
          <CaretDownIcon aria-hidden className="size-3 text-ink-3" />
          {shortcut && <OpeningKey letter={shortcut} onPress={() => setIsOpen(true)} />}
        </Button>
      }
    >
      {branches.isError ? (
        <div className="p-4">
          <InlineError message={errorMessage(branches.error)} onRetry={() => void branches.refetch()} />
        </div>
      ) : (
        <SearchListbox
          label={title}
          placeholder={title}
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

function OpeningKey({ letter, onPress }: { letter: string; onPress: () => void }) {
  useSingleKey(letter, onPress);
  return null;
}
