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

/** A person or their agent, who pushes: with a key where this server hosts the branch, else with what they may do there. */
function toElsewhere({ workingBranch, repository: { hostedAt }, isPublished }: Implementation): Way {
  const way = { key: "elsewhere", engine: "own-machine", agent: null, label: "On somebody's own machine" } as const;
  if (hostedAt === null) {
    return { ...way, description: "A person or their agent gets the comments with a key to the branch, and pushes." };
  }
  const description = `A person or their agent pushes to ${workingBranch} in ${hostedAt}. The review then has a brief to copy, with the comments.`;
  if (isPublished) return { ...way, description };
  return { ...way, description, disabledReason: `The change has no branch in ${hostedAt} that anybody could push to` };
}

const sameDiff: Way = {
  key: "diff",
  engine: "diff",
  agent: null,
  label: "The diff of the task",
  description: "Applies it once more. It writes no code by itself: change the diff in the task first.",
};

/** What can write a revision: what wrote the change, somebody elsewhere, and every agent that this server has. */
function listWays(implementation: Implementation, engines: readonly OfferedEngine[]): Way[] {
  const { engine, agent } = implementation;
  const isAuthor = (one: Pick<OfferedEngine, "engine" | "agent">) =>
    one.engine === engine && one.agent?.slug === agent?.slug;
  const elsewhere = toElsewhere(implementation);
  const others = engines
    .filter((one) => (one.engine === "agent" || one.engine === "coding-agent") && !isAuthor(one))
    .map((one) => toWay(one, implementation));
  if (engine === "own-machine") return [elsewhere, ...others];
  if (engine === "diff") return [elsewhere, sameDiff, ...others];
  const obstacle = engines.find(isAuthor)?.obstacle?.message;
  const author: Way = {
    key: "writer",
    engine,
    agent,
    label: "What wrote it",
    description: "Works on with the comments.",
  };
  return [obstacle === undefined ? author : { ...author, disabledReason: obstacle }, elsewhere, ...others];
}

function toWay(offered: OfferedEngine, { engine, commitObstacle }: Implementation): Way {
  const { engine: writer, agent, obstacle } = offered;
  const described = describeEngine(offered);
  // Whoever pushed has the former commits on their machine.
  const note = " Its commit takes the place of those on the branch: whoever pushed fetches it before they go on.";
  const description = engine === "own-machine" ? described.description + note : described.description;
  const way = { ...described, engine: writer, agent, description };
  const disabledReason = commitObstacle ?? obstacle?.message;
  return disabledReason === undefined ? way : { ...way, disabledReason };
}

function RevisionDialog({ project, implementation, onClose }: RevisionDialogProps) {
  const { comments, workingBranch, repository } = implementation;
  const offered = useQuery(implementationEnginesQuery(project));
  const ways = listWays(implementation, offered.data?.engines ?? []);
  const [chosen, setChosen] = useState<string | null>(null);
  const open = ways.filter(({ disabledReason }) => disabledReason === undefined);
  const way = open.find((one) => one.key === chosen) ?? open[0];
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
            disabledReason={way === undefined ? "Nothing can write a revision at the moment" : undefined}
            onClick={() => way && revise.mutate(way, { onSuccess: onClose })}
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
          value={way?.key ?? null}
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
