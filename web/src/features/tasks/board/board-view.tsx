import { matchesFilters } from "@cairn/contract/task-order";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { isFiltering, toTaskFilters } from "#web/features/tasks/filter/task-filter.ts";
import type { TaskFilter } from "#web/features/tasks/filter/task-filter.ts";
import { boardQuery, countLanes } from "#web/features/tasks/tasks.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";

import type { RenderRun } from "./board-context.ts";
import { Board } from "./board.tsx";
import { useMovedCards, useMoveTasks } from "./move-tasks.api.ts";

interface BoardViewProps {
  project: ProjectKey;
  filter: TaskFilter;
  renderRun: RenderRun;
  /** What is shown where the product has no task. */
  empty: React.ReactNode;
  /** What is shown where the filter fits no task. */
  nothingFound: React.ReactNode;
}

/** The board once its cards are there. */
export function BoardView({ project, filter, renderRun, empty, nothingFound }: BoardViewProps) {
  const [isArchiveOpen, setIsArchiveOpen] = useState(filter.state === "archived");
  const hasArchived = isArchiveOpen || filter.state === "archived";
  const query = useQuery(boardQuery(project, { hasArchived }));
  const cards = useMovedCards(project, query.data?.cards ?? []);
  const { mutateAsync } = useMoveTasks(project);
  if (query.data === undefined) {
    return query.isError ? (
      <div className="p-4 md:p-6">
        <ErrorState message={errorMessage(query.error)} onRetry={() => void query.refetch()} />
      </div>
    ) : (
      <BoardPlaceholder />
    );
  }
  const totals = countLanes(query.data, cards);
  if (Object.values(totals).every((total) => total === 0)) return empty;
  const filters = toTaskFilters(filter);
  const isShown = (card: (typeof cards)[number]) => matchesFilters(card, filters);
  if (isFiltering(filter) && !cards.some(isShown)) return nothingFound;
  return (
    <Board
      project={project}
      productOf={() => ({ key: project, name: null })}
      renderRun={renderRun}
      mover={{ move: mutateAsync, hasPlaces: true }}
      cards={cards}
      isShown={isShown}
      onlyState={filter.state}
      totals={totals}
      isArchiveOpen={hasArchived}
      onOpenArchive={() => setIsArchiveOpen(true)}
    />
  );
}

const placeholderLanes = 5;

export function BoardPlaceholder() {
  return (
    <Loading what="board">
      <div className="flex gap-1.5 overflow-hidden px-2 md:px-4">
        {Array.from({ length: placeholderLanes }, (_unused, lane) => (
          <div key={lane} className="flex min-w-44 flex-1 flex-col gap-2 px-1.5 max-md:min-w-full">
            <div className="flex h-10 items-center px-1">
              <Skeleton className="h-4 w-24" />
            </div>
            <Skeleton className="h-22" />
            <Skeleton className="h-22" />
            <Skeleton className="h-22" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
