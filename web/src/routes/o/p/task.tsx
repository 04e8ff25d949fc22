import type { Task } from "@cairn/contract/tasks";
import { CaretDownIcon } from "@phosphor-icons/react/dist/csr/CaretDown";
import { CaretUpIcon } from "@phosphor-icons/react/dist/csr/CaretUp";
import { DotsThreeIcon } from "@phosphor-icons/react/dist/csr/DotsThree";
import { LinkIcon } from "@phosphor-icons/react/dist/csr/Link";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { AskField } from "#web/features/chat/ask/ask-field.tsx";
import { ImplementAction } from "#web/features/implementations/implement-action.tsx";
import { TaskImplementations } from "#web/features/implementations/task-implementations.tsx";
import { useProject } from "#web/features/projects/project-context.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { DeleteTasksDialog } from "#web/features/tasks/board/delete-tasks-dialog.tsx";
import { useIsDeleted } from "#web/features/tasks/deleted-tasks.ts";
import { TaskViewers } from "#web/features/tasks/presence/task-viewers.tsx";
import { presenceField, useOwnPresence } from "#web/features/tasks/presence/use-own-presence.ts";
import { TaskPage } from "#web/features/tasks/task/task-page.tsx";
import { TaskTitle } from "#web/features/tasks/task/task-title.tsx";
import { neighboursQuery, taskQuery } from "#web/features/tasks/tasks.api.ts";
import { errorMessage, isDenied, isGone } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { showToast } from "#web/lib/toasts/toast-manager.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { useSingleKey } from "#web/ui/keyboard/shortcuts.ts";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";
import { Menu, MenuItem } from "#web/ui/overlay/menu.tsx";

/** /o/:organizationId/p/:projectId/tasks/:taskId */
export function TaskScreen() {
  const product = useProject();
  const { organizationId = "", projectId = "", taskId = "" } = useRouteParams();
  const project = { organizationId, projectId };
  const query = useQuery(taskQuery(project, taskId));
  // What was loaded stays, with what somebody was writing.
  const task = query.data;
  const isDeleted = useIsDeleted(taskId) || isGone(query);
  usePageTitle(task?.name ?? "Task", product.name);
  return (
    <Page>
      {task ? (
        <OpenTask key={task.taskId} project={project} task={task} services={product.services} isDeleted={isDeleted} />
      ) : (
        <>
          <PageHeader title="Task" />
          {query.isPending && (
            <Loading what="the task">
              <Skeleton className="h-8 w-2/3" />
              <Skeleton className="mt-8 h-32" />
            </Loading>
          )}
          {query.isError &&
            (isDenied(query.error) ? (
              <EmptyState
                title="Task not found"
                text="It may have been deleted."
                action={<ButtonLink href={href("tasks", project)}>All tasks</ButtonLink>}
              />
            ) : (
              <ErrorState message={errorMessage(query.error)} onRetry={() => void query.refetch()} />
            ))}
        </>
      )}
    </Page>
  );
}

interface OpenTaskProps {
  project: ProjectKey;
  task: Task;
  services: readonly { serviceId: string; name: string }[];
  /** By somebody, while it was shown. */
  isDeleted: boolean;
}

function OpenTask({ project, task, services, isDeleted }: OpenTaskProps) {
  const { projectId } = useProject();
  const [isAsking, setIsAsking] = useState(false);
  // From the moment it is gone until the board is there.
  const [isLeaving, setIsLeaving] = useState(false);
  const isDeleting = isAsking || isLeaving;
  const navigate = useNavigate();
  const presence = useOwnPresence(task.taskId);
  return (
    <div {...presence}>
      {isDeleted && !isDeleting && (
        <div role="alert" className="mb-4">
          <Banner
            tone="warning"
            title="This task was deleted"
            action={<ButtonLink href={href("tasks", { ...project })}>All tasks</ButtonLink>}
          >
            Nothing more is saved. What you were writing stays here, so that you can copy it.
          </Banner>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p className="max-w-1/2 shrink-0 truncate text-sm text-ink-3 tabular-nums">{task.name}</p>
        <div className="flex min-w-0 items-center gap-1">
          <TaskViewers taskId={task.taskId} />
          <ImplementAction project={project} task={task} />
          <Neighbours project={project} taskId={task.taskId} isGone={isDeleted || isDeleting} />
          <TaskMenu name={task.name} onDelete={() => setIsAsking(true)} />
        </div>
      </div>
      <div className="mb-6" {...presenceField("title")}>
        <TaskTitle project={project} task={task} />
      </div>
      <TaskPage
        project={project}
        task={task}
        services={services}
        implementations={<TaskImplementations project={project} taskId={task.taskId} />}
      />
      {!isDeleted && (
        <AskField project={project} context={{ projectId, taskId: task.taskId, lens: "technical" }} subject="task" />
      )}
      {isAsking && (
        <DeleteTasksDialog
          project={project}
          tasks={[task]}
          onClose={() => setIsAsking(false)}
          onDeleted={() => {
            setIsLeaving(true);
            void navigate({ to: href("tasks", { ...project }) });
          }}
        />
      )}
    </div>
  );
}

/** Leads to the tasks before and after this one, in the order of the board. */
function Neighbours({ project, taskId, isGone }: { project: ProjectKey; taskId: string; isGone: boolean }) {
  const navigate = useNavigate();
  // One that is deleted, or about to be, has none to be asked for.
  const query = useQuery({ ...neighboursQuery(project, taskId), enabled: !isGone });
  const { previous = null, next = null } = query.data ?? {};
  const open = (task: { taskId: string } | null) => {
    if (task) void navigate({ to: href("task", { ...project, taskId: task.taskId }) });
  };
  useSingleKey("j", () => open(next));
  useSingleKey("k", () => open(previous));
  // An end is not claimed before it is known.
  const explain = (task: { taskId: string } | null, end: string) =>
    task ? undefined : query.isPending ? "Loading" : query.isError ? errorMessage(query.error) : end;
  return (
    <>
      <IconButton
        label="Previous task"
        tooltipOptions={{ side: "bottom", keys: ["K"] }}
        icon={<CaretUpIcon className="size-4" />}
        disabledReason={explain(previous, "This is the first one")}
        onClick={() => open(previous)}
      />
      <IconButton
        label="Next task"
        tooltipOptions={{ side: "bottom", keys: ["J"] }}
        icon={<CaretDownIcon className="size-4" />}
        disabledReason={explain(next, "This is the last one")}
        onClick={() => open(next)}
      />
    </>
  );
}

function TaskMenu({ name, onDelete }: { name: string; onDelete: () => void }) {
  const copy = () =>
    navigator.clipboard.writeText(window.location.href).then(
      () => showToast({ kind: "success", title: "Link copied" }),
      () => showToast({ kind: "error", title: "Could not copy the link" }),
    );
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          label={`Actions for ${name}`}
          hasTooltip={false}
          icon={<DotsThreeIcon weight="bold" className="size-4" />}
        />
      }
    >
      <MenuItem icon={<LinkIcon className="size-4" />} onSelect={() => void copy()}>
        Copy link
      </MenuItem>
      <MenuItem icon={<TrashIcon className="size-4" />} isDestructive onSelect={onDelete}>
        Delete {name}
      </MenuItem>
    </Menu>
  );
}
