import { can } from "@cairn/contract/roles";
import { LockIcon } from "@phosphor-icons/react/dist/csr/Lock";
import { useNavigate } from "@tanstack/react-router";

import { useOrganization } from "#web/features/organizations/organization-context.ts";
import type { RepositoryChoice } from "#web/features/projects/project-form.tsx";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { EmptyState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

import { ProductForm } from "./product-form.tsx";

/** /o/:organizationId/projects/create */
export function ProjectCreateScreen() {
  usePageTitle("Create Product");
  const organization = useOrganization();
  const navigate = useNavigate();
  // A new repository waits for its first push there.
  const goOn = (key: ProjectKey, repository: RepositoryChoice) => {
    const isAskedNext = repository === "bundle" || repository === "github";
    void navigate({ to: href("setupImport", { ...key }), search: isAskedNext ? { from: repository } : {} });
  };
  return (
    <Page width="narrow">
      <PageHeader title="Create Product" description={`A product of ${organization.name}.`} />
      {can(organization.role, "project.create") ? (
        <ProductForm organizationId={organization.slug} onCreated={goOn} />
      ) : (
        <EmptyState
          icon={<LockIcon className="size-5" />}
          title="Only an Owner or Admin can create products"
          text="Ask one of them, or to be given that role."
          action={<ButtonLink href={href("members", { organizationId: organization })}>Members</ButtonLink>}
        />
      )}
    </Page>
  );
}
