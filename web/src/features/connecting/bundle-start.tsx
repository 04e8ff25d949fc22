import type { Service } from "@cairn/contract/services";
import { FileArchiveIcon } from "@phosphor-icons/react/dist/csr/FileArchive";
import { useEffect, useRef, useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { ProgressBar } from "#web/ui/feedback/progress-bar.tsx";

import { useConnectBundle } from "./connecting.api.ts";

interface BundleStartProps {
  project: ProjectKey;
  onConnected: (service: Service) => void;
}

/** A git bundle that is chosen, or dropped anywhere on the page. */
export function BundleStart({ project, onConnected }: BundleStartProps) {
  const connect = useConnectBundle(project);
  const [progress, setProgress] = useState(0);
  const inputRef = useRef<HTMLInputElement>(null);
  const send = (file: File | undefined) => {
    if (!file || connect.isPending) return;
    setProgress(0);
    connect.mutate({ file, onProgress: setProgress }, { onSuccess: onConnected });
  };
  const isOver = useDroppedFile(send);
  const problem = connect.isError ? errorMessage(connect.error) : null;
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
              Drop it here, or choose it: what <code>git bundle create code.bundle --all</code> makes.
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
      <Button size="sm" isBusy={connect.isPending} onClick={() => inputRef.current?.click()}>
        Choose bundle
      </Button>
      <input
        ref={inputRef}
        type="file"
        hidden
        aria-label="Git bundle"
        accept=".bundle,.gitbundle"
        onChange={({ currentTarget }) => {
          send(currentTarget.files?.[0]);
          currentTarget.value = "";
        }}
      />
      <Announcement>{problem}</Announcement>
    </>
  );
}

/** Takes a file that is dropped on the page, and tells whether one is held over it. */
function useDroppedFile(onFile: (file: File | undefined) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onFile);
  useEffect(() => {
    latest.current = onFile;
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
      latest.current(event.dataTransfer?.files[0]);
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
