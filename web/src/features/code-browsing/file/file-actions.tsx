import type { RepositoryFile } from "@cairn/contract/code-browsing";
import { ClockCounterClockwiseIcon } from "@phosphor-icons/react/dist/csr/ClockCounterClockwise";
import { DownloadSimpleIcon } from "@phosphor-icons/react/dist/csr/DownloadSimple";
import { useState } from "react";

import type { CodeLinks } from "#web/features/code-browsing/location/code-links.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { CopyButton } from "#web/ui/action/copy-button.tsx";
import { tooltip } from "#web/ui/tooltip/tooltip.ts";

import { downloadFile } from "./download-file.ts";

interface FileActionsProps {
  repository: RepositoryKey;
  file: RepositoryFile;
  links: CodeLinks;
}

/** Actions of a file: history, copy, download. */
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

/** Downloads a file at the displayed commit. */
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
