import type { FileTreeItem } from "@cairn/contract/code-browsing";
import { FileIcon } from "@phosphor-icons/react/dist/csr/File";
import { FolderIcon } from "@phosphor-icons/react/dist/csr/Folder";
import { LinkSimpleIcon } from "@phosphor-icons/react/dist/csr/LinkSimple";
import { PackageIcon } from "@phosphor-icons/react/dist/csr/Package";

/** What an entry of a folder is, as a picture. */
export function EntryIcon({ kind }: { kind: FileTreeItem["kind"] }) {
  const look = "size-4 shrink-0";
  switch (kind) {
    case "folder":
      return <FolderIcon aria-hidden weight="fill" className={`${look} text-accent-text`} />;
    case "symlink":
      return <LinkSimpleIcon aria-hidden className={`${look} text-ink-3`} />;
    case "submodule":
      return <PackageIcon aria-hidden className={`${look} text-ink-3`} />;
    case "file":
      return <FileIcon aria-hidden className={`${look} text-ink-3`} />;
  }
}

/** What a picture alone would tell, in words; null for what a name tells by itself. */
export function entryKindLabel(kind: FileTreeItem["kind"]): string | null {
  if (kind === "symlink") return "symbolic link";
  return kind === "submodule" ? "submodule" : null;
}
