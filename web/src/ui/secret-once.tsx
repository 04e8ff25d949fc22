import { CheckIcon } from "@phosphor-icons/react/dist/csr/Check";
import { CopyIcon } from "@phosphor-icons/react/dist/csr/Copy";
import { useEffect, useRef } from "react";

import { Announcement } from "./announcement.tsx";
import { Button } from "./button.tsx";
import { useCopy } from "./use-copy.ts";

export interface SecretOnceProps {
  label: string;
  secret: string;
  /** Of several, only the first takes the focus; none does in a dialog that opens with it, which gives the focus itself. */
  takesFocus?: boolean;
}

/** A secret that is shown this one time: selectable text and a copy button, which has the focus. */
export function SecretOnce({ label, secret, takesFocus = true }: SecretOnceProps) {
  const { isCopied, copy } = useCopy();
  const copyRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) copyRef.current?.focus();
  }, [takesFocus]);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <code
        aria-label={label}
        className="min-w-0 flex-1 basis-60 rounded-md border border-line bg-surface-0 px-3 py-2 text-sm break-all select-all"
      >
        {secret}
      </code>
      <Button
        ref={copyRef}
        onClick={() => copy(secret)}
        icon={isCopied ? <CheckIcon className="size-4 text-success-text" /> : <CopyIcon className="size-4" />}
      >
        {isCopied ? "Copied" : "Copy"}
      </Button>
      <Announcement>{isCopied && "Copied"}</Announcement>
    </div>
  );
}
