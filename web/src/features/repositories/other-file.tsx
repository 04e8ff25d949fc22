import type { RepositoryFile } from "@cairn/contract/code-browsing";
import { maxShownFileBytes } from "@cairn/contract/code-browsing";
import { CloudIcon } from "@phosphor-icons/react/dist/csr/Cloud";
import { FileIcon } from "@phosphor-icons/react/dist/csr/File";
import { LinkSimpleIcon } from "@phosphor-icons/react/dist/csr/LinkSimple";
import { PackageIcon } from "@phosphor-icons/react/dist/csr/Package";
import type { ReactNode } from "react";

import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

import { shortCommit } from "./branch-name.ts";
import type { CodeLinks } from "./code-links.ts";
import { DownloadButton } from "./file-actions.tsx";
import { fileSize, resolvePath } from "./file-path.ts";
import type { RepositoryKey } from "./repositories.api.ts";

interface OtherFileProps {
  repository: RepositoryKey;
  file: RepositoryFile;
  links: CodeLinks;
}

/** What there is to say about a file whose content is not shown, and what can be done with it. */
export function OtherFile({ repository, file, links }: OtherFileProps) {
  const look = "size-5";
  if (file.kind === "symlink") return <SymbolicLink file={file} links={links} />;
  if (file.kind === "submodule") {
    return (
      <Told
        icon={<PackageIcon className={look} />}
        title="This is a submodule"
        text={`Another repository is linked here, at its commit ${shortCommit(file.oid)}. Its files are not part of this one.`}
      />
    );
  }
  if (file.lfsSize !== null) {
    return (
      <Told
        icon={<CloudIcon className={look} />}
        title="This file is kept in Git LFS"
        text={`The repository holds a pointer to it. The file itself is ${fileSize(file.lfsSize)} and is kept elsewhere.`}
      />
    );
  }
  const isTooLarge = file.size > maxShownFileBytes;
  return (
    <Told
      icon={<FileIcon className={look} />}
      title={isTooLarge ? "This file is too large to show" : "This file is not text"}
      text={
        isTooLarge
          ? `It is ${fileSize(file.size)}. Files up to ${fileSize(maxShownFileBytes)} are shown; this one can be downloaded.`
          : `It is ${fileSize(file.size)}. Download it to open it in another program.`
      }
      action={<DownloadButton repository={repository} file={file} label="Download" />}
    />
  );
}

function SymbolicLink({ file, links }: { file: RepositoryFile; links: CodeLinks }) {
  const target = file.content.startsWith("/") ? null : resolvePath(file.path, file.content);
  return (
    <Told
      icon={<LinkSimpleIcon className="size-5" />}
      title="This is a symbolic link"
      text={
        <>
          It points to <span className="font-mono text-sm wrap-anywhere text-ink-2">{file.content || "nothing"}</span>
          {target === null && ", which lies outside this repository"}.
        </>
      }
      action={target !== null && <ButtonLink href={links.hrefOf(target.path)}>Go there</ButtonLink>}
    />
  );
}

function Told(props: { icon: ReactNode; title: string; text: ReactNode; action?: ReactNode }) {
  return (
    <div className="p-4">
      <EmptyState {...props} />
    </div>
  );
}
