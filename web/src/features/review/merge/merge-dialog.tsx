import type { Implementation } from "@cairn/contract/implementations";
import { mergeMethodNames } from "@cairn/contract/merge-methods";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useDecisionsInWords } from "#web/features/review-documents/documents.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { findUnseenCommits, mergePreviewQuery, useEnterQueue, useMerge } from "./merge.api.ts";

interface MergeDialogProps {
  project: ProjectKey;
  implementation: Implementation;
  onClose: () => void;
}

/** Shows what a merge would do, and does it. */
export function MergeDialog({ project, implementation, onClose }: MergeDialogProps) {
  const { baseBranch, comments } = implementation;
  // What was on the page when somebody pressed Merge is what they have seen.
  const [head] = useState(implementation.head ?? "");
  const preview = useQuery(mergePreviewQuery(project, implementation));
  const decisions = useDecisionsInWords(project, implementation);
  const direct = useMerge(project, implementation);
  const queued = useEnterQueue(project, implementation);
  const isQueued = preview.data?.through === "queue";
  const isPull = preview.data?.through === "pull-request";
  const merge = isQueued ? queued : direct;
  const unseen = findUnseenCommits(merge.error);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Merge into ${baseBranch}`}
      description={comments.open > 0 ? sayOpen(comments.open) : "What you have reviewed, and nothing else, goes in."}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          {unseen ? (
            <Button variant="primary" onClick={onClose}>
              Look at them
            </Button>
          ) : (
            <Button
              variant="primary"
              isBusy={merge.isPending}
              // How it is merged says what the button does.
              disabledReason={preview.data ? undefined : "The merge is being worked out"}
              onClick={() => merge.mutate(head, { onSuccess: onClose })}
            >
              {isQueued ? "Put in the merge queue" : isPull ? "Open pull request" : "Merge"}
            </Button>
          )}
        </>
      }
    >
      {unseen && (
        <div role="alert" className="mb-4">
          <Banner tone="warning" title="There are commits that you have not seen">
            <ul className="list-disc pl-4">
              {unseen.map(({ oid, subject }) => (
                <li key={oid}>
                  <span className="font-mono text-xs">{oid.slice(0, 8)}</span> {subject}
                </li>
              ))}
            </ul>
          </Banner>
        </div>
      )}
      {decisions !== null && (
        <section aria-label="Documents" className="mb-4 text-sm text-ink-2">
          {decisions}
        </section>
      )}
      {preview.data ? (
        <div className="flex flex-col gap-3 text-sm">
          <p className="text-ink-2">
            {isPull ? "A pull request on GitHub" : mergeMethodNames[preview.data.method]} onto{" "}
            <span className="font-mono text-xs">{preview.data.tip?.slice(0, 8)}</span>
            {preview.data.commitsBehind > 0 && `, ${sayBehind(preview.data.commitsBehind)}`}.
            {isQueued && " It is tested on top of those before it in line, and merged once that passes."}
            {isPull && " It is merged here once somebody merges that there."}
          </p>
          <pre
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys as well
            tabIndex={0}
            aria-label={isPull ? "Text of the pull request" : "Message of the commit"}
            className="max-h-60 overflow-auto rounded-lg border border-line bg-surface-1 p-3 font-mono text-xs/5 whitespace-pre-wrap text-ink-2 wrap-anywhere"
          >
            {preview.data.message.trimEnd()}
          </pre>
        </div>
      ) : preview.isError ? (
        <InlineError message={errorMessage(preview.error)} onRetry={() => void preview.refetch()} />
      ) : (
        <Loading what="the merge">
          <Skeleton className="h-32" />
        </Loading>
      )}
    </Dialog>
  );
}

function sayOpen(open: number): string {
  return `${open === 1 ? "One comment is" : `${open} comments are`} still open. What you have reviewed, and nothing else, goes in.`;
}

function sayBehind(commits: number): string {
  return `which has ${commits === 1 ? "one commit" : `${commits} commits`} that this does not`;
}
