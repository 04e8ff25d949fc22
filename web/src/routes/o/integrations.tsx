import { can } from "@cairn/contract/roles";
import { useQuery } from "@tanstack/react-query";

import { IntegrationCard } from "#web/features/integrations/integration-card.tsx";
import { connectionsQuery, integrationsQuery } from "#web/features/integrations/integrations.api.ts";
import { useOrganization } from "#web/features/organizations/organization-context.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { href } from "#web/lib/paths.ts";
import { errorMessage } from "#web/lib/query-client.ts";
import { usePageNumber } from "#web/lib/route-params.ts";
import { ErrorState } from "#web/ui/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Loading, SkeletonRows } from "#web/ui/skeleton.tsx";

/** /o/:organizationId/integrations */
export function IntegrationsScreen() {
  usePageTitle("Integrations");
  return (
    <Page width="narrow">
      <PageHeader
        title="Integrations"
        description="Accounts elsewhere whose repositories this organization may read."
      />
      <Integrations />
    </Page>
  );
}

function Integrations() {
  const { slug: organizationId, role } = useOrganization();
  const integrations = useQuery(integrationsQuery(organizationId));
  const connections = useQuery(connectionsQuery(organizationId, usePageNumber()));
  const error = integrations.error ?? connections.error;
  if (error && !(integrations.data && connections.data)) {
    const retry = () => void Promise.all([integrations.refetch(), connections.refetch()]);
    return <ErrorState message={errorMessage(error)} onRetry={retry} />;
  }
  if (!integrations.data || !connections.data) {
    return (
      <Loading what="integrations">
        <SkeletonRows count={3} className="h-14" />
      </Loading>
    );
  }
  return (
    <>
      <div className="flex flex-col gap-8">
        {integrations.data.content.map((integration) => (
          <IntegrationCard
            key={integration.type}
            organizationId={organizationId}
            integration={integration}
            connections={connections.data.content.filter((one) => one.integration.type === integration.type)}
            blockedReason={can(role, "integration.manage") ? undefined : "Only an Owner or Admin can connect it."}
          />
        ))}
      </div>
      <Pagination {...connections.data} href={href("integrations", { organizationId })} />
    </>
  );
}
