import { ArrowBendLeftUpIcon } from "@phosphor-icons/react/dist/csr/ArrowBendLeftUp";
import { FolderIcon } from "@phosphor-icons/react/dist/csr/Folder";
import { FolderOpenIcon } from "@phosphor-icons/react/dist/csr/FolderOpen";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { folderQuery } from "#web/features/code-browsing/code-browsing.api.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { SearchListbox } from "#web/ui/list/search-listbox.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";

interface FolderPickerProps {
  repositoryKey: RepositoryKey;
  branchName: string;
  /** As working paths are written: "/apps/web". */
  value: string;
  onValueChange: (workingPath: string) => void;
}

/** Chooses a folder of a repository by browsing. */
export function FolderPicker({ repositoryKey, branchName, value, onValueChange }: FolderPickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  /** The folder whose folders are listed; "" is the top. */
  const [path, setPath] = useState("");
  const inputRef = useRef<HTMLInputElement>(null);
  const folder = useQuery({ ...folderQuery(repositoryKey, { branchName, path }), enabled: isOpen, retry: false });
  const folders = folder.data?.children?.filter((item) => item.isFolder) ?? [];
  const change = (next: boolean) => {
    setIsOpen(next);
    if (next) setPath(trimPath(value));
  };
  return (
    <Popover
      title="Choose a folder"
      isOpen={isOpen}
      onOpenChange={change}
      align="end"
      initialFocus={inputRef}
      className="flex max-h-80 w-80 max-w-[calc(100vw-2rem)] flex-col"
      trigger={<IconButton label="Choose a folder" icon={<FolderOpenIcon className="size-4" />} />}
    >
      <SearchListbox
        // Another folder begins with an empty search field.
        key={path}
        label={`Folders of /${path}`}
        placeholder={`Folders of /${path}`}
        emptyText={
          folder.isError ? errorMessage(folder.error) : folder.isPending ? "Loading folders" : "No folders in it"
        }
        items={[
          ...(path === ""
            ? []
            : [{ key: parentOf(path), label: ". .", icon: <ArrowBendLeftUpIcon aria-hidden className={iconClass} /> }]),
          ...folders.map((item) => ({
            key: item.path,
            label: item.name,
            icon: <FolderIcon aria-hidden className={iconClass} />,
          })),
        ]}
        activeKey={null}
        onActiveChange={() => {}}
        onOpen={setPath}
        inputRef={inputRef}
        footer={
          <Button
            variant="ghost"
            className="w-full max-w-full justify-start!"
            disabledReason={folder.isError ? "There is no such folder" : undefined}
            onClick={() => {
              onValueChange(`/${path}`);
              setIsOpen(false);
            }}
          >
            <span className="truncate">Use /{path}</span>
          </Button>
        }
      />
    </Popover>
  );
}

const iconClass = "size-4 shrink-0 text-ink-3";

function trimPath(path: string): string {
  return path.split("/").filter(Boolean).join("/");
}

function parentOf(path: string): string {
  return path.split("/").slice(0, -1).join("/");
}
