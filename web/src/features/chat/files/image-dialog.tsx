import { DownloadSimpleIcon } from "@phosphor-icons/react/dist/csr/DownloadSimple";

import { Button } from "#web/ui/action/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { BlobImage } from "./blob-image.tsx";

interface ImageDialogProps {
  blob: Blob;
  name: string;
  onDownload: () => void;
  onClose: () => void;
}

/** A sent image, as large as the window allows. */
export function ImageDialog({ blob, name, onDownload, onClose }: ImageDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={name}
      width="xl"
      footer={
        <Button icon={<DownloadSimpleIcon aria-hidden className="size-4" />} onClick={onDownload}>
          Download
        </Button>
      }
    >
      <BlobImage
        blob={blob}
        alt={name}
        className="mx-auto max-h-[70dvh] max-w-full rounded-sm bg-surface-3 object-contain"
      />
    </Dialog>
  );
}
