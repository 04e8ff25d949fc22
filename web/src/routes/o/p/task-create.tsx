import type { ImplementationOptions } from "@cairn/contract/implementations";
import type { Task } from "@cairn/contract/tasks";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";

import { useImplement } from "#web/features/implementations/implementations.api.ts";
import { useProject } from "#web/features/projects/project-context.ts";
import { startStates } from "#web/features/tasks/create/task-draft.ts";
import { TaskForm } from "#web/features/tasks/create/task-form.tsx";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams, useSearchParams } from "#web/lib/navigation/route-params.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

const ImplementDialog = lazy(() =>
  import("#web/features/implementations/implement-dialog.tsx").then((module) => ({ default: module.ImplementDialog })),
);

/** /o/:organizationId/p/:projectId/tasks/create, with ?state= and ?title= of the new task. */
export function TaskCreateScreen() {
  const product = useProject();
  const { organizationId = "", projectId = "" } = useRouteParams();
  const project = { organizationId, projectId };
  usePageTitle("Create Task", product.name);
  const { state: wantedState, title } = useSearchParams();
  const state = startStates.find((one) => one === wantedState);
  const navigate = useNavigate();
  const open = ({ taskId }: Task) => void navigate({ to: href("task", { ...project, taskId }) });
  const implement = useImplement(project);
  const [lacking, setLacking] = useState<{ task: Task; options: ImplementationOptions } | null>(null);
  const startRun = (task: Task) =>
    implement.mutate(task.taskId, {
      onSuccess: (options) => {
        if (options) setLacking({ task, options });
        else void navigate({ to: href("review", { ...project, taskId: task.taskId }) });
      },
      // The task itself is there, with its own button to try again.
      onError: () => open(task),
    });
  return (
    <Page width="narrow">
      <PageHeader
        title="Create Task"
        description="Say what shall change, and how one sees that it is done."
        actions={
          <ButtonLink size="sm" href={href("taskImport", { ...project })}>
            Import Tasks
          </ButtonLink>
        }
      />
      <TaskForm
        project={project}
        services={product.services}
        first={{ ...(state ? { state } : {}), ...(title ? { title } : {}) }}
        onCreated={open}
        onCreatedToImplement={startRun}
      />
      {lacking && (
        <Suspense>
          <ImplementDialog project={project} {...lacking} onClose={() => open(lacking.task)} />
        </Suspense>
      )}
    </Page>
  );
}
