import { useNavigate } from "@tanstack/react-router";

import { useCreateTopic } from "#web/features/external-context/external-context.api.ts";
import { TopicForm } from "#web/features/external-context/topic-form.tsx";
import { useProject } from "#web/features/projects/project-context.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

/** /o/:organizationId/p/:projectId/external-context/create */
export function TopicCreateScreen() {
  const project = useProject();
  const { organizationId = "", projectId = "" } = useRouteParams();
  const key = { organizationId, projectId };
  usePageTitle("Add Topic", project.name);
  const create = useCreateTopic(key);
  const navigate = useNavigate();
  return (
    <Page width="narrow">
      <PageHeader title="Add Topic" description="It is searched, cited and given to agents like the product's code." />
      <TopicForm
        submitLabel="Add Topic"
        onSave={async (input) => {
          const { topicId } = await create.mutateAsync(input);
          void navigate({ to: href("topic", { ...key, topicId }) });
        }}
      />
    </Page>
  );
}
