import type { Implementation } from "@cairn/contract/implementations";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { ConfirmDialog } from "#web/ui/confirmation/confirm-dialog.tsx";

import { useDiscardImplementation } from "./implementations.api.ts";

interface DiscardActionProps {
  project: ProjectKey;
  implementation: Implementation;
}

/** Decides against an implementation, after a question. Absent once it was decided upon. */
export function DiscardAction({ project, implementation }: DiscardActionProps) {
  const { state, projectImplementationId } = implementation;
  const [isAsking, setIsAsking] = useState(false);
  const discard = useDiscardImplementation(project, implementation);
  if (state !== "created") return null;
  return (
    <div>
      <Button
        size="sm"
        disabledReason={explainRefusal(implementation)}
        onClick={() => {
          discard.reset();
          setIsAsking(true);
        }}
      >
        Discard
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={`Discard implementation ${projectImplementationId}?`}
        description={
          <>
            {sayWhatHappens(implementation)}
            {discard.isError && (
              <span role="alert" className="mt-3 block text-danger-text">
                {errorMessage(discard.error)}
              </span>
            )}
          </>
        }
        confirmLabel="Discard implementation"
        isBusy={discard.isPending}
        onConfirm={() => discard.mutate(undefined, { onSuccess: () => setIsAsking(false) })}
      />
    </div>
  );
}

function explainRefusal({ running, pullRequest }: Implementation): string | undefined {
  if (running) return "Stop it before you discard it";
  const isOpen = pullRequest !== null && pullRequest.state !== "closed";
  return isOpen ? "Close its pull request on GitHub before you discard it" : undefined;
}

function sayWhatHappens({ workingBranch, isPublished, mergeQueue, task }: Implementation): string {
  const sentences = [`It can never be merged, and ${task.name} can be implemented anew.`];
  if (mergeQueue !== null && mergeQueue.place !== null) sentences.push("It leaves the merge queue.");
  sentences.push(
    isPublished
      ? `Its changes and comments stay here to read, and so does its branch ${workingBranch}.`
      : "Its changes and comments stay here to read.",
  );
  return sentences.join(" ");
}
