import type { Service } from "@cairn/contract/services";
import { FileArchiveIcon } from "@phosphor-icons/react/dist/csr/FileArchive";
import { useEffect, useRef, useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { runtimeConfig } from "#web/lib/config/runtime-config.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { ProgressBar } from "#web/ui/feedback/progress-bar.tsx";

import { useConnectBundle } from "./connecting.api.ts";

interface BundleStartProps {
  project: ProjectKey;
  /** It was chosen on the screen before. */
  isPageFocus?: boolean;
  onConnected: (service: Service) => void;
}

/** A git bundle that is chosen, or dropped anywhere on the page. */
export function BundleStart({ project, isPageFocus = false, onConnected }: BundleStartProps) {
  const connect = useConnectBundle(project);
  const [progress, setProgress] = useState(0);
  const inputRef = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const maxBytes = runtimeConfig().maxBundleBytes;
  const send = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (!files || !file) return;
    const refused = refuse(files, { isSending: connect.isPending, maxBytes });
    setRefusal(refused);
    if (refused !== null) return;
    setProgress(0);
    connect.mutate({ file, onProgress: setProgress }, { onSuccess: onConnected });
  };
  const isOver = useDroppedFiles(send);
  const problem = refusal ?? (connect.isError ? errorMessage(connect.error) : null);
  return (
    <>
      <FileArchiveIcon aria-hidden className="size-4 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1 basis-52 text-ink-2">
        <p>
          <span className="font-medium text-ink">A git bundle.</span>{" "}
          {isOver ? (
            <span className="font-medium text-accent-text">Drop it now.</span>
          ) : (
            <>
              Drop it here, or choose it: what <code>git bundle create code.bundle --all</code> makes, up to{" "}
              {inMegabytes(maxBytes)}.
            </>
          )}
        </p>
        {connect.isPending && (
          <ProgressBar
            label="Sending the bundle"
            value={progress * 100}
            valueText={`${Math.round(progress * 100)} % sent`}
            className="mt-2"
          />
        )}
        {problem !== null && <p className="text-danger-text wrap-anywhere">{problem}</p>}
      </div>
      <Button
        size="sm"
        variant={isPageFocus ? "primary" : "secondary"}
        isBusy={connect.isPending}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked for this
        autoFocus={isPageFocus}
        data-page-focus={isPageFocus || undefined}
        onClick={() => inputRef.current?.click()}
      >
        Choose bundle
      </Button>
      <input
        ref={inputRef}
        type="file"
        hidden
        aria-label="Git bundle"
        accept=".bundle,.gitbundle"
        onChange={({ currentTarget }) => {
          send(currentTarget.files);
          currentTarget.value = "";
        }}
      />
      <Announcement>{problem}</Announcement>
    </>
  );
}

/** Why these cannot be sent now, before anything of them is; null where they can. */
function refuse(files: FileList, { isSending, maxBytes }: { isSending: boolean; maxBytes: number }): string | null {
  const [file] = files;
  if (isSending) return "A bundle is being sent already. Drop the next one when it is done.";
  if (files.length > 1) return "Drop one bundle at a time: each becomes a service of its own.";
  if (file && file.size > maxBytes) return `“${file.name}” is larger than ${inMegabytes(maxBytes)}.`;
  return null;
}

function inMegabytes(bytes: number): string {
  return `${Math.floor(bytes / 1_000_000)} MB`;
}

/** Takes files that are dropped on the page, and tells whether some are held over it. */
function useDroppedFiles(onFiles: (files: FileList | undefined) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") === true;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      latest.current(event.dataTransfer?.files);
    };
    window.addEventListener("dragover", over);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
    };
  }, []);
  return isOver;
}
