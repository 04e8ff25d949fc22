import type { Implementation } from "@cairn/contract/implementations";
import { useRef, useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { useSingleKey } from "#web/ui/keyboard/shortcuts.ts";

import { MergeDialog } from "./merge-dialog.tsx";

interface MergeActionProps {
  project: ProjectKey;
  implementation: Implementation;
}

/** Merges an implementation; where that is not possible it says why. Nothing while it waits for its turn or for a pull request. */
export function MergeAction({ project, implementation }: MergeActionProps) {
  const { state, mergeQueue, pullRequest } = implementation;
  const isInLine = mergeQueue !== null && mergeQueue.place !== null;
  const hasPull = pullRequest !== null && pullRequest.state !== "closed";
  if (state !== "created" || isInLine || hasPull) return null;
  return <MergeButton project={project} implementation={implementation} />;
}

function MergeButton({ project, implementation }: MergeActionProps) {
  const { mergeObstacles, comments } = implementation;
  const [isOpen, setIsOpen] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  useSingleKey("m", () => ref.current?.focus());
  return (
    <>
      <Button
        ref={ref}
        size="sm"
        // While comments are open, asking for a revision is what should come next.
        variant={comments.open > 0 || mergeObstacles.length > 0 ? "secondary" : "primary"}
        disabledReason={
          mergeObstacles.length === 0 ? undefined : mergeObstacles.map(({ message }) => message).join(". ")
        }
        onClick={() => setIsOpen(true)}
      >
        Merge
      </Button>
      {isOpen && <MergeDialog project={project} implementation={implementation} onClose={() => setIsOpen(false)} />}
    </>
  );
}
