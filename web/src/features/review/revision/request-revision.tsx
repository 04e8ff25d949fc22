import type { Implementation, OfferedEngine } from "@cairn/contract/implementations";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { describeEngine, implementationEnginesQuery } from "#web/features/implementations/implementations.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { RadioCards } from "#web/ui/form/radio-cards.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";
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

interface Way extends Pick<OfferedEngine, "engine" | "agent"> {
  key: string;
  label: string;
  description: string;
  /** What it lacks. */
  disabledReason?: string;
}

const elsewhere: Way = {
  key: "elsewhere",
  engine: "own-machine",
  agent: null,
  label: "On somebody's own machine",
  description: "A person or their agent gets the comments with a key to the branch, and pushes.",
};

const sameDiff: Way = {
  key: "diff",
  engine: "diff",
  agent: null,
  label: "The diff of the task",
  description: "Applies it once more. It writes no code by itself: change the diff in the task first.",
};

/** What can write a revision: whatever wrote the change, always somebody elsewhere, and for a diff what this server has. */
function listWays({ engine, agent }: Implementation, engines: readonly OfferedEngine[]): Way[] {
  if (engine === "own-machine") return [elsewhere];
  if (engine !== "diff")
    return [
      { key: "writer", engine, agent, label: "What wrote it", description: "Works on with the comments." },
      elsewhere,
    ];
  const writers = engines.filter((one) => one.engine === "agent" || one.engine === "coding-agent");
  return [elsewhere, sameDiff, ...writers.map(toWay)];
}

function toWay(offered: OfferedEngine): Way {
  const { engine, agent, obstacle } = offered;
  const way = { engine, agent, ...describeEngine(offered) };
  return obstacle === null ? way : { ...way, disabledReason: obstacle.message };
}

function RevisionDialog({ project, implementation, onClose }: RevisionDialogProps) {
  const { comments, workingBranch, repository } = implementation;
  const offered = useQuery({ ...implementationEnginesQuery(project), enabled: implementation.engine === "diff" });
  const ways = listWays(implementation, offered.data?.engines ?? []);
  const [chosen, setChosen] = useState<string | null>(null);
  const way = ways.find((one) => one.key === chosen) ?? ways[0] ?? elsewhere;
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
            onClick={() => revise.mutate(way, { onSuccess: onClose })}
          >
            Request revision
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <RadioCards
          label="Written by"
          options={ways.map((one) => ({ ...one, value: one.key }))}
          value={way.key}
          onValueChange={setChosen}
        />
        {offered.isLoading && (
          <Loading what="the agents of this server">
            <SkeletonRows count={1} className="h-24" />
          </Loading>
        )}
        {offered.isError && (
          <InlineError message={errorMessage(offered.error)} onRetry={() => void offered.refetch()} />
        )}
      </div>
    </Dialog>
  );
}
