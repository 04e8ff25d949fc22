import { useNavigate } from "@tanstack/react-router";

import { useProject } from "#web/features/projects/project-context.ts";
import { startStates } from "#web/features/tasks/create/task-draft.ts";
import { TaskForm } from "#web/features/tasks/create/task-form.tsx";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams, useSearchParams } from "#web/lib/navigation/route-params.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

/** /o/:organizationId/p/:projectId/tasks/create, with ?state= and ?title= of the new task. */
export function TaskCreateScreen() {
  const product = useProject();
  const { organizationId = "", projectId = "" } = useRouteParams();
  const project = { organizationId, projectId };
  usePageTitle("Create Task", product.name);
  const { state: wantedState, title } = useSearchParams();
  const state = startStates.find((one) => one === wantedState);
  const navigate = useNavigate();
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
        onCreated={(taskId) => void navigate({ to: href("task", { ...project, taskId }) })}
      />
    </Page>
  );
}
