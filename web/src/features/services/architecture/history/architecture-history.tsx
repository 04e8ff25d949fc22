import type { Architecture } from "@cairn/contract/architecture";
import type { KnownArchitecture } from "@cairn/contract/architecture-history";
import { ArrowLeftIcon } from "@phosphor-icons/react/dist/csr/ArrowLeft";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { ArchitectureCanvas } from "#web/features/services/architecture/canvas/architecture-canvas.tsx";
import { compareArchitectures } from "#web/features/services/architecture/model/compare-architectures.ts";
import type { ComparedArchitecture } from "#web/features/services/architecture/model/compare-architectures.ts";
import { drawCompared } from "#web/features/services/architecture/model/history-canvas.ts";
import { usePlacing } from "#web/features/services/architecture/use-placing.ts";
import { useIsNarrow } from "#web/lib/browser/use-media.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { EmptyState } from "#web/ui/layout/empty-state.tsx";

import { CommitChoice } from "./commit-choice.tsx";
import { CompareList } from "./compare-list.tsx";
import { StateOfCommit } from "./state-of-commit.tsx";
import { listReadRepositories, useHistory } from "./use-history.ts";
import type { ReadRepository } from "./use-history.ts";

interface ArchitectureHistoryProps {
  project: ProjectKey;
  architecture: Architecture | undefined;
  onClose: () => void;
}

/** The architecture that the code of a commit showed, and what another commit had otherwise. Nothing of it can be changed. */
export function ArchitectureHistory({ project, architecture, onClose }: ArchitectureHistoryProps) {
  const repositories = architecture ? listReadRepositories(architecture) : [];
  const [repositoryId, setRepositoryId] = useState<string | null>(null);
  const repository = repositories.find((one) => one.repositoryId === repositoryId) ?? repositories[0];
  return (
    <>
      <div className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line-subtle px-4 py-1.5 md:px-6">
        <h1 tabIndex={-1} className="mr-auto text-base font-semibold">
          Architecture history
        </h1>
        <Button size="sm" icon={<ArrowLeftIcon aria-hidden className="size-4" />} onClick={onClose}>
          Back to the editor
        </Button>
      </div>
      {repository ? (
        <History
          key={repository.repositoryId}
          project={project}
          repository={repository}
          repositories={repositories}
          onRepository={setRepositoryId}
        />
      ) : (
        <EmptyState
          title="No history yet"
          text="No repository of a service has been indexed, so nothing is known of any commit."
        />
      )}
    </>
  );
}

interface HistoryProps {
  project: ProjectKey;
  repository: ReadRepository;
  repositories: readonly ReadRepository[];
  onRepository: (repositoryId: string) => void;
}

function History({ project, repository, repositories, onRepository }: HistoryProps) {
  const history = useHistory(project, repository);
  const isNarrow = useIsNarrow();
  const { at, from, latter, former } = history;
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const known = knownOf(latter.data);
  const before = from === null ? null : knownOf(former.data);
  const isWhole = known !== null && (from === null || before !== null);
  const compared = known && isWhole ? compareArchitectures(before, known) : null;
  return (
    <div className="flex min-h-0 flex-1 max-md:flex-col">
      <div className="relative min-h-0 min-w-0 flex-1 max-md:h-[40dvh] max-md:flex-none max-md:border-b max-md:border-line-subtle">
        {compared && (
          <Picture
            // Another picture is fitted anew, and so is one in a window of another kind.
            key={`${from} ${at} ${isNarrow}`}
            compared={compared}
            selectedId={selectedId}
            onSelect={setSelectedId}
          />
        )}
      </div>
      <aside
        aria-label="Commits"
        className="flex w-90 shrink-0 flex-col gap-4 overflow-y-auto border-line-subtle bg-surface-1 px-4 py-4 max-md:w-auto max-md:flex-1 md:border-l"
      >
        {repositories.length > 1 && (
          <Select
            label="Repository"
            options={repositories.map((one) => ({ value: one.repositoryId, label: one.repositorySlug }))}
            value={repository.repositoryId}
            onValueChange={onRepository}
          />
        )}
        <CommitChoice history={history} />
        <StateOfCommit commit={at} loading={latter} />
        {from !== null && from !== at && <StateOfCommit commit={from} loading={former} />}
        {compared && (
          <CompareList
            project={project}
            compared={compared}
            isCompared={from !== null}
            isCutOff={known?.isCutOff === true || before?.isCutOff === true}
            selectedId={selectedId}
            onSelect={setSelectedId}
          />
        )}
        <p className="text-xs text-ink-3">
          Read from the code of {from === null ? "the commit" : "the two commits"}, with the services and folders of
          today{repositories.length > 1 && "; the other repositories are as they are now"}. Nodes and lines that people
          drew, and what is allowed or forbidden, are kept as they are today alone and not shown here.
        </p>
      </aside>
    </div>
  );
}

function knownOf(data: { state: string } | undefined): KnownArchitecture | null {
  return data?.state === "known" ? (data as KnownArchitecture) : null;
}

interface PictureProps {
  compared: ComparedArchitecture;
  selectedId: string | null;
  onSelect: (id: string | null) => void;
}

function Picture({ compared, selectedId, onSelect }: PictureProps) {
  const placing = usePlacing({ ...drawCompared(compared), isReady: true });
  const { nodes, edges } = drawCompared(compared, placing.places);
  if (placing.isPending) return <Skeleton className="m-6 h-60" />;
  if (nodes.length === 0)
    return <EmptyState title="Nothing was there yet" text="No service had code at this commit." />;
  return (
    <ArchitectureCanvas
      nodes={nodes}
      edges={edges}
      selectedId={selectedId}
      onSelect={onSelect}
      editing={null}
      arrangedCount={0}
    />
  );
}
