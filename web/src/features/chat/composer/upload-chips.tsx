import { ArrowClockwiseIcon } from "@phosphor-icons/react/dist/csr/ArrowClockwise";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { useEffect, useRef, useState } from "react";

import { FileIcon } from "#web/features/chat/files/file-icon.tsx";
import { formatFileDetails } from "#web/features/chat/files/file-size.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";

import type { ChatDraft, Upload } from "./chat-draft.ts";

/** The files attached to the message being written, each with its progress. */
export function UploadChips({ draft, uploads }: { draft: ChatDraft; uploads: readonly Upload[] }) {
  return (
    <ul
      aria-label="Attached files"
      className="flex max-h-[30dvh] flex-wrap gap-2 overflow-y-auto overscroll-contain px-3 pt-3"
    >
      {uploads.map((upload) => (
        <UploadChip
          key={upload.uploadId}
          upload={upload}
          onRetry={() => void draft.retry(upload.uploadId)}
          onRemove={() => draft.remove(upload.uploadId)}
        />
      ))}
    </ul>
  );
}

function UploadChip({ upload, onRetry, onRemove }: { upload: Upload; onRetry: () => void; onRemove: () => void }) {
  const { name, type, problem, previewUrl, stored } = upload;
  const [isBroken, setIsBroken] = useState(false);
  const isSending = stored === null && problem === null;
  const ref = useRef<HTMLLIElement>(null);
  // A new or failed file is scrolled into view, however many there are.
  const isFailed = problem !== null;
  useEffect(() => {
    if (isSending || isFailed) ref.current?.scrollIntoView({ block: "nearest" });
  }, [isSending, isFailed]);
  return (
    <li
      ref={ref}
      className={cx(
        "relative flex max-w-full min-w-0 items-center gap-2 overflow-hidden rounded-lg border bg-surface-1 py-1 pr-1 pl-1.5",
        problem ? "border-danger-line" : "border-line",
      )}
    >
      {previewUrl && !isBroken ? (
        <img
          src={previewUrl}
          alt=""
          onError={() => setIsBroken(true)}
          className="size-9 shrink-0 rounded-sm bg-surface-3 object-cover"
        />
      ) : (
        <FileIcon type={type} className="size-9" />
      )}
      <span className="min-w-0 max-w-56">
        <span className="block truncate text-sm text-ink" title={name}>
          {name}
        </span>
        <UploadNote upload={upload} />
      </span>
      {problem && (
        <IconButton
          size="sm"
          label={`Retry ${name}`}
          icon={<ArrowClockwiseIcon className="size-4" />}
          onClick={onRetry}
        />
      )}
      <IconButton size="sm" label={`Remove ${name}`} icon={<XIcon className="size-3.5" />} onClick={onRemove} />
      {isSending && (
        <progress
          aria-label={`Uploading ${name}`}
          value={upload.progress}
          max={1}
          className={cx(
            "absolute inset-x-0 bottom-0 h-0.5 w-full appearance-none border-0 bg-transparent",
            "[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-transparent",
            "[&::-webkit-progress-value]:bg-accent",
          )}
        />
      )}
    </li>
  );
}

/** Size and pages, the progress of the upload, or why it failed. */
function UploadNote({ upload }: { upload: Upload }) {
  const { problem, stored, size, progress } = upload;
  if (problem) return <span className="block max-w-56 text-xs wrap-anywhere text-danger-text">{problem}</span>;
  if (!stored) {
    // Once everything is sent, the server checks it.
    const progressText = progress < 1 ? `${Math.round(progress * 100)} %` : "Checking";
    return (
      <span className="block text-xs text-ink-3 tabular-nums">
        {formatFileDetails({ size, pageCount: null })} · {progressText}
      </span>
    );
  }
  return (
    <>
      <span className="block text-xs text-ink-3 tabular-nums">{formatFileDetails(stored)}</span>
      {stored.textProblem && <span className="block text-xs text-warning-text">{stored.textProblem}</span>}
    </>
  );
}
