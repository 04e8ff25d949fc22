import { ClockCounterClockwiseIcon } from "@phosphor-icons/react/dist/csr/ClockCounterClockwise";
import { useEffect, useRef } from "react";

import { formatFullDate, formatDateTime } from "#web/lib/text/dates.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";

interface RestoreBannerProps {
  savedAt: string;
  isBusy: boolean;
  onRestore: () => void;
  onDiscard: () => void;
}

/** Offers to restore unpublished work, before anything is typed over it. */
export function RestoreBanner({ savedAt, isBusy, onRestore, onDiscard }: RestoreBannerProps) {
  const ref = useRef<HTMLButtonElement>(null);
  // The rest of the page is disabled until this is answered.
  useEffect(() => ref.current?.focus(), []);
  return (
    <Banner
      tone="info"
      icon={<ClockCounterClockwiseIcon aria-hidden className="size-4 text-info-text" />}
      title={
        <>
          Unsaved changes from{" "}
          <time dateTime={savedAt} title={formatFullDate(savedAt)}>
            {formatDateTime(savedAt)}
          </time>
        </>
      }
      action={
        <div className="flex gap-2">
          <Button size="sm" variant="ghost" onClick={onDiscard}>
            Discard
          </Button>
          <Button ref={ref} size="sm" variant="primary" isBusy={isBusy} onClick={onRestore}>
            Restore
          </Button>
        </div>
      }
    >
      You left this page before publishing them.
    </Banner>
  );
}
