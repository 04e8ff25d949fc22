import { can, roleNames } from "@cairn/contract/roles";
import { BuildingsIcon } from "@phosphor-icons/react/dist/csr/Buildings";
import { GearSixIcon } from "@phosphor-icons/react/dist/csr/GearSix";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useQuery } from "@tanstack/react-query";

import { organizationsQuery } from "#web/features/organizations/organizations.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { usePageNumber } from "#web/lib/navigation/route-params.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";
import { List, ListRow } from "#web/ui/list/list.tsx";
import { Pagination } from "#web/ui/list/pagination.tsx";

/** /user/organizations */
export function OrganizationsScreen() {
  usePageTitle("My Organizations");
  const organizations = useQuery(organizationsQuery(usePageNumber()));
  const { data } = organizations;
  const create = (
    <ButtonLink href={href("organizationCreate")} variant="primary" icon={<PlusIcon className="size-4" />}>
      Create Organization
    </ButtonLink>
  );
  return (
    <Page width="narrow">
      <PageHeader title="My Organizations" actions={data && data.total > 0 && create} />
      {organizations.isError && !data && (
        <ErrorState message={errorMessage(organizations.error)} onRetry={() => void organizations.refetch()} />
      )}
      {organizations.isPending && (
        <Loading what="organizations">
          <SkeletonRows className="h-15" />
        </Loading>
      )}
      {data?.total === 0 && (
        <EmptyState
          icon={<BuildingsIcon className="size-5" />}
          title="No Organizations yet"
          text="An organization holds your team's products."
          action={create}
        />
      )}
      {data && data.total > 0 && (
        <>
          <List label="Organizations">
            {data.content.map((organization) => (
              <ListRow
                key={organization.organizationId}
                href={href("projects", { organizationId: organization })}
                icon={<Avatar name={organization.name} shape="square" />}
                title={organization.name}
                description={organization.slug}
                meta={
                  <>
                    {organization.isDemo && <Badge>Demo</Badge>}
                    <Badge>{roleNames[organization.role]}</Badge>
                  </>
                }
                actions={
                  can(organization.role, "organization.update") && (
                    <ButtonLink
                      href={href("organizationSettings", { organizationId: organization })}
                      variant="ghost"
                      aria-label={`Settings of ${organization.name}`}
                      icon={<GearSixIcon className="size-4" />}
                      className="px-2!"
                    />
                  )
                }
              />
            ))}
          </List>
          <Pagination {...data} href={href("organizations")} />
        </>
      )}
    </Page>
  );
}
