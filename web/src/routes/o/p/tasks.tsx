import { KanbanIcon } from "@phosphor-icons/react/dist/csr/Kanban";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { renderRun } from "#web/features/implementations/render-run.tsx";
import { useProject } from "#web/features/projects/project-context.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { BoardView } from "#web/features/tasks/board/board-view.tsx";
import { FilterBar } from "#web/features/tasks/filter/filter-bar.tsx";
import { filterSearch, isFiltering, parseFilter, toTaskFilters } from "#web/features/tasks/filter/task-filter.ts";
import type { TaskFilter } from "#web/features/tasks/filter/task-filter.ts";
import { TasksTable, TasksTablePlaceholder } from "#web/features/tasks/table/tasks-table.tsx";
import { tasksQuery } from "#web/features/tasks/tasks.api.ts";
import { TasksMenu } from "#web/features/tasks/transfer/tasks-menu.tsx";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { useDebounced } from "#web/lib/api/use-debounced.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { usePageNumber, useRouteParams, useSearchParams } from "#web/lib/navigation/route-params.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";
import { useSingleKey } from "#web/ui/keyboard/shortcuts.ts";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Pagination } from "#web/ui/list/pagination.tsx";
import { tooltip } from "#web/ui/tooltip/tooltip.ts";

const views = [
  { value: "board", label: "Board" },
  { value: "table", label: "Table" },
] as const;
type View = (typeof views)[number]["value"];

const textDelayMs = 300;

/** /o/:organizationId/p/:projectId/tasks, with ?view=table and the filter. */
export function TasksScreen() {
  const product = useProject();
  const { organizationId = "", projectId = "" } = useRouteParams();
  const project = { organizationId, projectId };
  usePageTitle("Tasks", product.name);
  const search = useSearchParams();
  const view: View = search.view === "table" ? "table" : "board";
  const filter = parseFilter(search);
  const navigate = useNavigate();
  const go = (change: { view?: View; filter?: Partial<TaskFilter> }) => {
    const nextView = change.view ?? view;
    void navigate({
      to: href("tasks", project),
      search: {
        ...(nextView === "table" ? { view: nextView } : {}),
        ...filterSearch({ ...filter, ...change.filter }),
      },
      // Each letter would else be a step back.
      replace: change.view === undefined,
    });
  };
  useSingleKey("v", () => go({ view: view === "board" ? "table" : "board" }));
  const renderCreate = (label: ReactNode) => (
    <ButtonLink
      href={href("taskCreate", project)}
      variant="primary"
      icon={<PlusIcon className="size-4" />}
      {...tooltip("Create a task", { side: "bottom", keys: ["C"] })}
    >
      {label}
    </ButtonLink>
  );
  const clear = () => go({ filter: { text: "", state: null, service: null, assignee: null, parent: null } });
  const texts = {
    empty: <NoTasks create={renderCreate("Create Task")} />,
    nothingFound: <NothingFound onClear={clear} />,
  };
  return (
    <div
      className={cx(
        "flex min-h-0 flex-1 flex-col",
        // The lanes scroll, not the page.
        view === "board" && "h-[calc(100dvh-6.5rem)] min-h-120 flex-none md:h-[calc(100dvh-3rem)]",
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-4 pb-2 md:px-6">
        <h1 tabIndex={-1} className="text-xl font-semibold">
          Tasks
        </h1>
        <SegmentedControl
          label="View"
          size="sm"
          options={views}
          value={view}
          onValueChange={(next) => go({ view: next })}
        />
        <div className="ml-auto flex items-center gap-2">
          <TasksMenu project={project} productSlug={product.slug} filters={toTaskFilters(filter)} />
          {renderCreate(
            <span>
              Create<span className="max-sm:sr-only"> Task</span>
            </span>,
          )}
        </div>
        <FilterBar
          services={product.services}
          project={project}
          filter={filter}
          onFilter={(change) => go({ filter: change })}
        />
      </div>
      {view === "board" ? (
        <BoardView project={project} filter={filter} renderRun={renderRun} {...texts} />
      ) : (
        <TableView project={project} filter={filter} {...texts} />
      )}
    </div>
  );
}

interface TableViewProps {
  project: ProjectKey;
  filter: TaskFilter;
  empty: ReactNode;
  nothingFound: ReactNode;
}

function TableView({ project, filter, empty, nothingFound }: TableViewProps) {
  const page = usePageNumber();
  const text = useDebounced(filter.text, textDelayMs);
  const tasks = useQuery(tasksQuery(project, { page, filters: toTaskFilters({ ...filter, text }) }));
  const search = { view: "table", ...filterSearch(filter) };
  return (
    <div className="px-4 pt-2 pb-12 md:px-6">
      {tasks.isError && <ErrorState message={errorMessage(tasks.error)} onRetry={() => void tasks.refetch()} />}
      {tasks.isPending && <TasksTablePlaceholder />}
      {tasks.data?.total === 0 && (isFiltering(filter) ? nothingFound : empty)}
      {tasks.data && tasks.data.total > 0 && (
        <>
          {tasks.data.content.length > 0 && <TasksTable project={project} tasks={tasks.data.content} />}
          <Pagination {...tasks.data} href={href("tasks", { ...project })} search={search} />
        </>
      )}
    </div>
  );
}

function NoTasks({ create }: { create: ReactNode }) {
  return (
    <div className="px-4 pt-4 md:px-6">
      <EmptyState
        icon={<KanbanIcon className="size-5" />}
        title="No tasks yet"
        text="Add additional functionality to your application by creating tasks"
        action={create}
      />
    </div>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <div className="px-4 pt-4 md:px-6">
      <EmptyState
        title="No task fits"
        text="Another word or another service may."
        action={<Button onClick={onClear}>Clear filter</Button>}
      />
    </div>
  );
}
