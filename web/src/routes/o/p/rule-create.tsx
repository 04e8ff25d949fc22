import { useNavigate } from "@tanstack/react-router";

import { useProject } from "#web/features/projects/project-context.ts";
import { RuleForm } from "#web/features/rules/rule-form.tsx";
import { useCreateRule } from "#web/features/rules/rules.api.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

/** /o/:organizationId/p/:projectId/rules/create */
export function RuleCreateScreen() {
  const project = useProject();
  const { organizationId = "", projectId = "" } = useRouteParams();
  const key = { organizationId, projectId };
  usePageTitle("Create Rule", project.name);
  const create = useCreateRule(key);
  const navigate = useNavigate();
  return (
    <Page width="narrow">
      <PageHeader title="Create Rule" description="Agents connected to this product get it with their next question." />
      <RuleForm
        project={key}
        services={project.services}
        submitLabel="Create Rule"
        onSave={async (rule) => {
          await create.mutateAsync(rule);
          void navigate({ to: href("rules", key) });
        }}
      />
    </Page>
  );
}
