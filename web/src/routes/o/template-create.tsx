import { can } from "@cairn/contract/roles";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";

import { useOrganization } from "#web/features/organizations/organization-context.ts";
import { serviceTypeOptions } from "#web/features/services/service-type.tsx";
import { TemplateForm } from "#web/features/templates/template-form.tsx";
import { templateQuery, useChildTemplates, useCreateTemplate } from "#web/features/templates/templates.api.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useSearchParams } from "#web/lib/navigation/route-params.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

/** /o/:organizationId/templates/create, with ?from= as a copy of another one */
export function TemplateCreateScreen() {
  usePageTitle("Create Template");
  const organization = useOrganization();
  const { organizationId } = organization;
  const navigate = useNavigate();
  const create = useCreateTemplate(organizationId);
  const childTemplates = useChildTemplates(organizationId);
  const { from } = useSearchParams();
  const copied = useQuery({ ...templateQuery(organizationId, from ?? ""), enabled: from !== undefined });
  const isWaiting = from !== undefined && copied.isPending;
  return (
    <Page width="narrow">
      <PageHeader
        title="Create Template"
        description="Pages made from it begin with these sections, each written from its instructions."
      />
      {!can(organization.role, "template.write") && <Banner tone="info" title="Your role cannot create templates" />}
      {isWaiting && (
        <Loading what="the template">
          <Skeleton className="h-96" />
        </Loading>
      )}
      {can(organization.role, "template.write") && !isWaiting && (
        <TemplateForm
          template={copied.data && { ...copied.data, title: `${copied.data.title} (copy)`.slice(0, 100) }}
          serviceTypeOptions={serviceTypeOptions}
          childTemplates={childTemplates}
          submitLabel="Create Template"
          onSave={async (input) => {
            await create.mutateAsync(input);
            void navigate({ to: href("templates", { organizationId: organization }) });
          }}
        />
      )}
    </Page>
  );
}
