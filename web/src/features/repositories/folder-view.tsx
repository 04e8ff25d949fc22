import type { FileTreeItem } from "@cairn/contract/repositories";
import { FileIcon } from "@phosphor-icons/react/dist/csr/File";
import { FolderIcon } from "@phosphor-icons/react/dist/csr/Folder";
import { useState } from "react";
import type { ReactNode } from "react";

import { Link } from "#web/ui/link.tsx";
import { List } from "#web/ui/list.tsx";

import { parentPath } from "./file-path.ts";

interface FolderViewProps {
  folder: FileTreeItem;
  /** Where the folder lies; "" is the top. */
  path: string;
  hrefOf: (path: string) => string;
}

/** A folder smaller than this needs no filter. */
const filterFromCount = 12;

/** What lies in a folder, folders first; the first entry leads back up. */
export function FolderView({ folder, path, hrefOf }: FolderViewProps) {
  const [filter, setFilter] = useState("");
  const items = folder.children ?? [];
  const word = filter.trim().toLowerCase();
  const shown = items.filter((item) => item.name.toLowerCase().includes(word));
  return (
    <div className="flex flex-col gap-2">
      {items.length >= filterFromCount && (
        <input
          data-list-filter
          type="search"
          aria-label="Filter files"
          placeholder="Filter files"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          className="control w-full max-w-72 rounded-md border border-line-control bg-surface-2 px-2.5 text-sm"
        />
      )}
      <List label="Files">
        {path !== "" && (
          <FileRow
            href={hrefOf(parentPath(path))}
            icon={<FolderIcon aria-hidden className="size-4" />}
            name={
              <>
                <span aria-hidden="true">. .</span>
                <span className="sr-only">Parent folder</span>
              </>
            }
          />
        )}
        {shown.map((item) => (
          <FileRow
            key={item.id}
            href={hrefOf(item.path)}
            icon={
              item.isFolder ? (
                <FolderIcon aria-hidden weight="fill" className="size-4 text-accent-text" />
              ) : (
                <FileIcon aria-hidden className="size-4" />
              )
            }
            name={item.name}
          />
        ))}
        {shown.length === 0 && (
          <li className="px-4 py-6 text-center text-sm text-ink-3">
            {items.length === 0 ? "This folder is empty" : "No file has this name"}
          </li>
        )}
      </List>
    </div>
  );
}

/** Denser than other rows: a folder has many. The link covers the row, so that the whole of it can be pressed. */
function FileRow({ href, icon, name }: { href: string; icon: ReactNode; name: ReactNode }) {
  return (
    <li
      data-row
      className="relative flex h-9 items-center gap-2.5 px-3 first:rounded-t-lg last:rounded-b-lg hover:bg-surface-3 pointer-coarse:h-11"
    >
      <span className="shrink-0 text-ink-3">{icon}</span>
      <Link
        href={href}
        className="min-w-0 truncate text-sm after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
      >
        {name}
      </Link>
    </li>
  );
}
