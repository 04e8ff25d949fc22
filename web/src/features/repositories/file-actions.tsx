import type { RepositoryFile } from "@cairn/contract/repositories";
import { ClockCounterClockwiseIcon } from "@phosphor-icons/react/dist/csr/ClockCounterClockwise";
import { DownloadSimpleIcon } from "@phosphor-icons/react/dist/csr/DownloadSimple";
import { useState } from "react";

import { Button, ButtonLink } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { tooltip } from "#web/ui/tooltip.ts";

import type { CodeLinks } from "./code-links.ts";
import { downloadFile } from "./download-file.ts";
import type { RepositoryKey } from "./repositories.api.ts";

interface FileActionsProps {
  repository: RepositoryKey;
  file: RepositoryFile;
  links: CodeLinks;
}

/** The way to a file's history; copies a text, saves any file. */
export function FileActions({ repository, file, links }: FileActionsProps) {
  return (
    <>
      <ButtonLink
        href={links.hrefOf(file.path)}
        search={{ view: "history" }}
        size="sm"
        variant="ghost"
        icon={<ClockCounterClockwiseIcon aria-hidden className="size-4" />}
      >
        History
      </ButtonLink>
      {file.encoding !== "none" && file.content !== "" && <CopyButton text={file.content} label="Copy" />}
      <DownloadButton repository={repository} file={file} label="Raw" />
    </>
  );
}

interface DownloadButtonProps {
  repository: RepositoryKey;
  file: RepositoryFile;
  label: "Raw" | "Download";
}

/** Saves a file as it is at the commit that is shown. */
export function DownloadButton({ repository, file, label }: DownloadButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const download = async () => {
    setIsBusy(true);
    await downloadFile(repository, { branchName: file.commit, path: file.path });
    setIsBusy(false);
  };
  return (
    <Button
      {...(label === "Raw" ? tooltip("Download the file as it is") : {})}
      size="sm"
      variant={label === "Raw" ? "ghost" : "secondary"}
      isBusy={isBusy}
      icon={<DownloadSimpleIcon aria-hidden className="size-4" />}
      onClick={() => void download()}
    >
      {label}
    </Button>
  );
}
