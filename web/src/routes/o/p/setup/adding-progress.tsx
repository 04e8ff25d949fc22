import { useBlocker } from "@tanstack/react-router";

import type { AcceptOutcome, AcceptRun } from "#web/features/setup/accept-run.ts";
import { countAdded } from "#web/features/setup/proposals.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { ProgressBar } from "#web/ui/feedback/progress-bar.tsx";

interface AddingProgressProps {
  run: AcceptRun;
  onStop: () => void;
}

/** How many of the services are added, and what ends it after the one on its way. */
export function AddingProgress({ run: { keys, done, isStopping }, onStop }: AddingProgressProps) {
  const total = keys.length;
  // Another page would end it.
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: true });
  const text = `Saving ${Math.min(done + 1, total)} of ${total}`;
  return (
    <div className="flex flex-1 items-center gap-3">
      <div className="min-w-28 flex-1">
        <p className="text-sm text-ink-2 tabular-nums">{text}</p>
        <ProgressBar
          label="Services added"
          value={(100 * done) / total}
          valueText={`${done} of ${total}`}
          className="mt-1"
        />
      </div>
      <Button isBusy={isStopping} onClick={onStop}>
        Stop
      </Button>
    </div>
  );
}

const announcedParts = 10;

/** The same for those who hear it, in ten steps at most; how it ended is told by a toast. */
export function AddingNews({ run }: { run: AcceptRun | null }) {
  const total = run?.keys.length ?? 0;
  const step = Math.max(1, Math.ceil(total / announcedParts));
  const heard = run && Math.floor(run.done / step) * step;
  return <Announcement>{heard !== null && heard > 0 && `${heard} of ${total} services added`}</Announcement>;
}

/** Why not all of them are there; null where they are. */
export function unfinishedText(outcome: AcceptOutcome | null): string | null {
  if (outcome === null || outcome.added === outcome.total) return null;
  const { added, refused } = outcome;
  const why = refused && `${refused.name} could not be added: ${refused.message}`;
  const counted = `${countAdded(outcome)}; the others are still proposed.`;
  if (why === null) return `Stopped. ${counted}`;
  return added === 0 ? why : `${counted} ${why}`;
}
