import { CheckIcon } from "@phosphor-icons/react/dist/csr/Check";
import { CopyIcon } from "@phosphor-icons/react/dist/csr/Copy";

import { Announcement } from "#web/ui/feedback/announcement.tsx";

import { IconButton } from "./icon-button.tsx";
import { useCopy } from "./use-copy.ts";

export interface CopyButtonProps {
  text: string;
  /** What it copies, for example "Copy product ID". */
  label: string;
  size?: "sm" | "md";
}

/** Copies on press, then shows a check mark for two seconds and announces "Copied". */
export function CopyButton({ text, label, size = "md" }: CopyButtonProps) {
  const { isCopied, copy } = useCopy();
  return (
    <>
      <IconButton
        label={label}
        size={size}
        onClick={() => copy(text)}
        icon={isCopied ? <CheckIcon className="size-4 text-success-text" /> : <CopyIcon className="size-4" />}
      />
      <Announcement>{isCopied && "Copied"}</Announcement>
    </>
  );
}
