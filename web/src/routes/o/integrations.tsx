import { can } from "@cairn/contract/roles";
import { useQuery } from "@tanstack/react-query";

import { IntegrationCard } from "#web/features/integrations/integration-card.tsx";
import { connectionsQuery, integrationsQuery } from "#web/features/integrations/integrations.api.ts";
import { useOrganization } from "#web/features/organizations/organization-context.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { usePageNumber } from "#web/lib/navigation/route-params.ts";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";
import { Pagination } from "#web/ui/list/pagination.tsx";

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
