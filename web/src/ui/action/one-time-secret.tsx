import { CheckIcon } from "@phosphor-icons/react/dist/csr/Check";
import { CopyIcon } from "@phosphor-icons/react/dist/csr/Copy";
import { useEffect, useRef } from "react";

import { Announcement } from "#web/ui/feedback/announcement.tsx";

import { Button } from "./button.tsx";
import { useCopy } from "./use-copy.ts";

export interface OneTimeSecretProps {
  label: string;
  secret: string;
  /** Set it on the first of several only. A dialog sets its own initial focus, so none inside it should. */
  takesFocus?: boolean;
}

/** A secret that is shown only once: selectable text and a focused copy button. */
export function OneTimeSecret({ label, secret, takesFocus = true }: OneTimeSecretProps) {
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
