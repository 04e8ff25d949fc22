import type { FileTreeItem } from "@cairn/contract/code-browsing";
import { FileIcon } from "@phosphor-icons/react/dist/csr/File";
import { FolderIcon } from "@phosphor-icons/react/dist/csr/Folder";
import { LinkSimpleIcon } from "@phosphor-icons/react/dist/csr/LinkSimple";
import { PackageIcon } from "@phosphor-icons/react/dist/csr/Package";

/** The icon for the kind of a folder entry. */
export function EntryIcon({ kind }: { kind: FileTreeItem["kind"] }) {
  const check = "size-4 shrink-0";
  switch (kind) {
    case "folder":
      return <FolderIcon aria-hidden weight="fill" className={`${check} text-accent-text`} />;
    case "symlink":
      return <LinkSimpleIcon aria-hidden className={`${check} text-ink-3`} />;
    case "submodule":
      return <PackageIcon aria-hidden className={`${check} text-ink-3`} />;
    case "file":
      return <FileIcon aria-hidden className={`${check} text-ink-3`} />;
  }
}

/** A label for a kind that only the icon shows; null for files and folders. */
export function entryKindLabel(kind: FileTreeItem["kind"]): string | null {
  if (kind === "symlink") return "symbolic link";
  return kind === "submodule" ? "submodule" : null;
}
