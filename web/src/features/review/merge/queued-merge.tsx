import type { Implementation, RunProgress } from "@cairn/contract/implementations";
import type { ReactNode } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";

import { useLeaveQueue } from "./merge.api.ts";
import { sayPlace } from "./queue-words.ts";

interface QueuedMergeNoteProps {
  project: ProjectKey;
  implementation: Implementation;
  /** Shows what a command of its test writes. */
  renderCommand: (progress: RunProgress) => ReactNode;
}

/** Where an implementation is in the merge queue, or why it left it. Nothing where nobody put it there. */
export function QueuedMergeNote({ project, implementation, renderCommand }: QueuedMergeNoteProps) {
  const { mergeQueue, baseBranch } = implementation;
  const leave = useLeaveQueue(project, implementation);
  if (mergeQueue === null) return null;
  const { place, before, reason, progress, state } = mergeQueue;
  if (place === null) {
    return (
      <Banner tone="warning" title={sayPlace(mergeQueue)}>
        {reason} Nothing was merged.
      </Banner>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <Banner
        tone={state === "failed" ? "warning" : "info"}
        title={sayPlace(mergeQueue)}
        action={
          <Button size="sm" isBusy={leave.isPending} onClick={() => leave.mutate()}>
            Leave the queue
          </Button>
        }
      >
        {before.length === 0
          ? `It is merged into ${baseBranch} once it has passed.`
          : `It is tested on top of ${list.format(before)}, and merged into ${baseBranch} after ${before.length === 1 ? "it" : "them"}.`}
      </Banner>
      {progress && renderCommand(progress)}
    </div>
  );
}

const list = new Intl.ListFormat("en-GB", { type: "conjunction" });
