import type { UploadedFile } from "@cairn/contract/files";
import { DownloadSimpleIcon } from "@phosphor-icons/react/dist/csr/DownloadSimple";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";

import { errorMessage } from "#web/lib/api/query-client.ts";
import { cx } from "#web/ui/cx.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";

import { BlobImage } from "./blob-image.tsx";
import { FileIcon } from "./file-icon.tsx";
import { formatFileDetails } from "./file-size.ts";
import { downloadSentFile, sentFileQuery } from "./sent-files.api.ts";

const PictureDialog = lazy(() => import("./image-dialog.tsx").then((module) => ({ default: module.ImageDialog })));

interface SentFilesProps {
  organizationId: string;
  files: readonly UploadedFile[];
}

/** The files of a sent question: images are shown, others can be downloaded. */
export function SentFiles({ organizationId, files }: SentFilesProps) {
  return (
    <ul aria-label="Attached files" className="mb-2 flex flex-wrap justify-end gap-2">
      {files.map((file) => (
        <li key={file.filename} className="min-w-0">
          {file.contentType === "application/pdf" ? (
            <PdfButton organizationId={organizationId} file={file} />
          ) : (
            <ImageButton organizationId={organizationId} file={file} />
          )}
        </li>
      ))}
    </ul>
  );
}

function PdfButton({ organizationId, file }: { organizationId: string; file: UploadedFile }) {
  return (
    <button
      type="button"
      aria-label={`Download ${file.name}`}
      onClick={() => void downloadSentFile(organizationId, file)}
      className={cx(
        "flex max-w-full min-w-0 items-center gap-2 rounded-lg border border-line bg-surface-1 py-1 pr-2.5 pl-1.5",
        "text-left transition-colors duration-[80ms] hover:bg-surface-3 pointer-coarse:min-h-11",
      )}
    >
      <FileIcon type={file.contentType} className="size-9" />
      <span className="min-w-0 max-w-56">
        <span className="block truncate text-sm text-ink">{file.name}</span>
        <span className="block text-xs text-ink-3 tabular-nums">{formatFileDetails(file)}</span>
        {file.textProblem && <span className="block text-xs text-warning-text">{file.textProblem}</span>}
      </span>
      <DownloadSimpleIcon aria-hidden className="ml-1 size-4 shrink-0 text-ink-3" />
    </button>
  );
}

function ImageButton({ organizationId, file }: { organizationId: string; file: UploadedFile }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data: blob, error } = useQuery(sentFileQuery(organizationId, file.filename));
  if (error && !blob) {
    return (
      <span className="flex items-center gap-2 rounded-lg border border-line bg-surface-1 py-1 pr-2.5 pl-1.5">
        <FileIcon type={file.contentType} className="size-9" />
        <span className="min-w-0 max-w-56">
          <span className="block truncate text-sm text-ink">{file.name}</span>
          <span className="block text-xs text-ink-3">{errorMessage(error)}</span>
        </span>
      </span>
    );
  }
  return (
    <>
      <button
        type="button"
        aria-label={`Open ${file.name}`}
        onClick={() => setIsOpen(blob !== undefined)}
        className="flex h-40 max-w-full min-w-16 justify-center overflow-hidden rounded-lg border border-line bg-surface-3"
      >
        {blob ? (
          <BlobImage blob={blob} alt={file.name} className="h-full max-w-full object-contain" />
        ) : (
          <Skeleton className="h-full w-56 rounded-none" />
        )}
      </button>
      {isOpen && blob && (
        <Suspense>
          <PictureDialog
            blob={blob}
            name={file.name}
            onDownload={() => void downloadSentFile(organizationId, file)}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
