import type { RepositoryFile } from "@cairn/contract/code-browsing";
import { maxShownFileBytes } from "@cairn/contract/code-browsing";
import { CloudIcon } from "@phosphor-icons/react/dist/csr/Cloud";
import { FileIcon } from "@phosphor-icons/react/dist/csr/File";
import { LinkSimpleIcon } from "@phosphor-icons/react/dist/csr/LinkSimple";
import { PackageIcon } from "@phosphor-icons/react/dist/csr/Package";
import type { ReactNode } from "react";

import type { CodeLinks } from "#web/features/code-browsing/location/code-links.ts";
import { shortenCommitId } from "#web/features/code-browsing/location/commit-id.ts";
import { formatFileSize, resolvePath } from "#web/features/code-browsing/location/file-path.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { EmptyState } from "#web/ui/layout/empty-state.tsx";

import { DownloadButton } from "./file-actions.tsx";

interface FileWithoutPreviewProps {
  repository: RepositoryKey;
  file: RepositoryFile;
  links: CodeLinks;
}

/** Explains why the content of a file is not shown, with the possible actions. */
export function FileWithoutPreview({ repository, file, links }: FileWithoutPreviewProps) {
  const check = "size-5";
  if (file.kind === "symlink") return <SymbolicLink file={file} links={links} />;
  if (file.kind === "submodule") {
    return (
      <FileMessage
        icon={<PackageIcon className={check} />}
        title="This is a submodule"
        text={`Another repository is linked here, at its commit ${shortenCommitId(file.oid)}. Its files are not part of this one.`}
      />
    );
  }
  if (file.lfsSize !== null) {
    return (
      <FileMessage
        icon={<CloudIcon className={check} />}
        title="This file is kept in Git LFS"
        text={`The repository holds a pointer to it. The file itself is ${formatFileSize(file.lfsSize)} and is kept elsewhere.`}
      />
    );
  }
  const isTooLarge = file.size > maxShownFileBytes;
  return (
    <FileMessage
      icon={<FileIcon className={check} />}
      title={isTooLarge ? "This file is too large to show" : "This file is not text"}
      text={
        isTooLarge
          ? `It is ${formatFileSize(file.size)}. Files up to ${formatFileSize(maxShownFileBytes)} are shown; this one can be downloaded.`
          : `It is ${formatFileSize(file.size)}. Download it to open it in another program.`
      }
      action={<DownloadButton repository={repository} file={file} label="Download" />}
    />
  );
}

function SymbolicLink({ file, links }: { file: RepositoryFile; links: CodeLinks }) {
  const target = file.content.startsWith("/") ? null : resolvePath(file.path, file.content);
  return (
    <FileMessage
      icon={<LinkSimpleIcon className="size-5" />}
      title="This is a symbolic link"
      text={
        <>
          It points to <span className="font-mono text-sm wrap-anywhere text-ink-2">{file.content || "nothing"}</span>
          {target === null && ", which lies outside this repository"}.
        </>
      }
      action={target !== null && <ButtonLink href={links.hrefOf(target)}>Go there</ButtonLink>}
    />
  );
}

function FileMessage(props: { icon: ReactNode; title: string; text: ReactNode; action?: ReactNode }) {
  return (
    <div className="p-4">
      <EmptyState {...props} />
    </div>
  );
}
