import { useNavigate } from "@tanstack/react-router";

import { useOrganization } from "#web/features/organizations/organization-context.ts";
import { ProjectForm } from "#web/features/projects/project-form.tsx";
import { usePageTitle } from "#web/lib/page-title.ts";
import { href } from "#web/lib/paths.ts";
import { Page, PageHeader } from "#web/ui/page.tsx";

/** /o/:organizationId/projects/create */
export function ProjectCreateScreen() {
  usePageTitle("Create Product");
  const organization = useOrganization();
  const navigate = useNavigate();
  return (
    <Page width="narrow">
      <PageHeader
        title="Create Product"
        description={`A product of ${organization.name}. Its repositories come in the next step.`}
      />
      <ProjectForm
        organizationId={organization.slug}
        onCreated={(created) =>
          void navigate({ to: href("project", { organizationId: organization, projectId: created }) })
        }
      />
    </Page>
  );
}
