import { can } from "@cairn/contract/roles";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useQuery } from "@tanstack/react-query";

import { useOrganization } from "#web/features/organizations/organization-context.ts";
import { ProductCards } from "#web/features/projects/product-grid.tsx";
import { projectsQuery } from "#web/features/projects/projects.api.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { usePageNumber } from "#web/lib/navigation/route-params.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";
import { Pagination } from "#web/ui/list/pagination.tsx";

/** /o/:organizationId/projects */
export function ProjectsScreen() {
  usePageTitle("Products");
  const organization = useOrganization();
  const page = usePageNumber();
  const projects = useQuery(projectsQuery(organization.slug, page)).data;
  const canCreate = can(organization.role, "project.create");
  return (
    <Page>
      <PageHeader
        title="Products"
        actions={
          canCreate &&
          projects &&
          projects.total > 0 && (
            <ButtonLink
              href={href("projectCreate", { organizationId: organization })}
              variant="primary"
              icon={<PlusIcon className="size-4" />}
            >
              Create Product
            </ButtonLink>
          )
        }
      />
      <ProductCards organizationId={organization.slug} page={page} canCreate={canCreate} />
      {projects && <Pagination {...projects} href={href("projects", { organizationId: organization })} />}
    </Page>
  );
}
