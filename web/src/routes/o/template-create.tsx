import { can } from "@cairn/contract/roles";
import { useNavigate } from "@tanstack/react-router";

import { useOrganization } from "#web/features/organizations/organization-context.ts";
import { serviceTypeOptions } from "#web/features/services/service-type.tsx";
import { TemplateForm } from "#web/features/templates/template-form.tsx";
import { usePageTitle } from "#web/lib/page-title.ts";
import { href } from "#web/lib/paths.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Page, PageHeader } from "#web/ui/page.tsx";

/** /o/:organizationId/templates/create */
export function TemplateCreateScreen() {
  usePageTitle("Create Template");
  const organization = useOrganization();
  const navigate = useNavigate();
  return (
    <Page width="narrow">
      <PageHeader
        title="Create Template"
        description="Pages made from it begin with these sections, each written from its instructions."
      />
      {can(organization.role, "template.write") ? (
        <TemplateForm
          organizationId={organization.organizationId}
          serviceTypeOptions={serviceTypeOptions}
          onCreated={() => void navigate({ to: href("templates", { organizationId: organization }) })}
        />
      ) : (
        <Banner tone="info" title="Your role cannot create templates" />
      )}
    </Page>
  );
}
