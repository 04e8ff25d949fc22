import { useNavigate } from "@tanstack/react-router";

import { OrganizationForm } from "#web/features/organizations/organization-form.tsx";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

/** /user/organizations/create */
export function OrganizationCreateScreen() {
  usePageTitle("Create Organization");
  const navigate = useNavigate();
  return (
    <Page width="narrow">
      <PageHeader title="Create Organization" description="An organization holds your team's products." />
      <OrganizationForm onCreated={(created) => void navigate({ to: href("projects", { organizationId: created }) })} />
    </Page>
  );
}
