import type { Implementation, ImplementationEngine } from "@cairn/contract/implementations";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { RadioCards } from "#web/ui/form/radio-cards.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { useRevise } from "./revision.api.ts";

interface RequestRevisionProps {
  project: ProjectKey;
  implementation: Implementation;
}

/** Asks for another run on the same branch, which gets the comments that are open. Absent where nothing was reviewed. */
export function RequestRevision({ project, implementation }: RequestRevisionProps) {
  const { state, outcome, comments } = implementation;
  const [isOpen, setIsOpen] = useState(false);
  if (state !== "created" || outcome !== "completed") return null;
  return (
    <>
      <Button
        size="sm"
        // Revision is required while any comment is open.
        variant={comments.open > 0 ? "primary" : "secondary"}
        disabledReason={comments.open === 0 ? "No comment is open: comment on what should change first" : undefined}
        onClick={() => setIsOpen(true)}
      >
        Request revision
      </Button>
      {isOpen && <RevisionDialog project={project} implementation={implementation} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface RevisionDialogProps extends RequestRevisionProps {
  onClose: () => void;
}

const elsewhere = {
  value: "own-machine",
  label: "On somebody's own machine",
  description: "A person or their agent gets the comments with a key to the branch, and pushes.",
} as const;

/** What can write a revision: whatever wrote the change, and always somebody elsewhere. */
function listWays({ engine }: Implementation): { value: ImplementationEngine; label: string; description: string }[] {
  if (engine === "own-machine") return [elsewhere];
  if (engine === "diff") {
    const description = "Applies it once more. It writes no code by itself: change the diff in the task first.";
    return [elsewhere, { value: "diff", label: "The diff of the task", description }];
  }
  return [{ value: engine, label: "What wrote it", description: "Works on with the comments." }, elsewhere];
}

function RevisionDialog({ project, implementation, onClose }: RevisionDialogProps) {
  const { comments, workingBranch, repository } = implementation;
  const ways = listWays(implementation);
  const [engine, setEngine] = useState<ImplementationEngine>(ways[0]?.value ?? "own-machine");
  const revise = useRevise(project, implementation);
  const count = comments.open === 1 ? "The open comment goes" : `The ${comments.open} open comments go`;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      width="md"
      title="Request a revision"
      description={`${count} to whoever writes it. It stays on the branch ${workingBranch} of ${repository.slug}.`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            isBusy={revise.isPending}
            onClick={() => revise.mutate(engine, { onSuccess: onClose })}
          >
            Request revision
          </Button>
        </>
      }
    >
      <RadioCards label="Written by" options={ways} value={engine} onValueChange={setEngine} />
    </Dialog>
  );
}
