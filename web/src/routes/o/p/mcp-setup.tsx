import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { useState } from "react";

import { ClientTiles } from "#web/features/mcp/client-tiles.tsx";
import { ConfigStep } from "#web/features/mcp/config-step.tsx";
import { KeyStep } from "#web/features/mcp/key-step.tsx";
import { findClient, mcpClients } from "#web/features/mcp/mcp-clients.ts";
import { mcpStatusQuery } from "#web/features/mcp/mcp.api.ts";
import { SetupStep } from "#web/features/mcp/setup-step.tsx";
import { TestStep, wasCalled } from "#web/features/mcp/test-step.tsx";
import { useProject } from "#web/features/projects/project-context.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

/** /o/:organizationId/p/:projectId/mcp/setup/:productName; without a client's name, the first one's. */
export function McpSetupScreen() {
  const project = useProject();
  const { organizationId = "", projectId = "", productName } = useRouteParams();
  const key = { organizationId, projectId };
  const client = findClient(productName);
  const title = client === undefined || client.name === "others" ? "Connect an agent" : `Connect ${client.label}`;
  usePageTitle(title, project.name);
  const [since] = useState(() => Date.now());
  const [apiKey, setApiKey] = useState<string | null>(null);
  const [isConnected, setIsConnected] = useState(false);
  const status = useQuery(mcpStatusQuery(key, { isWaiting: !isConnected }));
  if (!isConnected && wasCalled(status.data?.lastCall, since)) setIsConnected(true);
  if (client === undefined) {
    return <Navigate to={href("mcpSetupProduct", { ...key, productName: mcpClients[0]?.name })} replace />;
  }
  return (
    <Page width="narrow">
      <PageHeader title={title} description={`To ${project.name}, in a minute.`} />
      {status.isPending && (
        <Loading what="the steps">
          <Skeleton className="h-96" />
        </Loading>
      )}
      {status.isError && !status.data && (
        <ErrorState message={errorMessage(status.error)} onRetry={() => void status.refetch()} />
      )}
      {status.data && (
        <ol className="flex flex-col gap-4">
          <KeyStep keyName={`${project.name} in ${client.label}`.slice(0, 64)} apiKey={apiKey} onCreated={setApiKey} />
          <SetupStep number={2} title="Client">
            <ClientTiles
              chosen={client}
              hrefOf={({ name }) => href("mcpSetupProduct", { ...key, productName: name })}
            />
          </SetupStep>
          <ConfigStep
            key={client.name}
            client={client}
            serverName={project.slug}
            status={status.data}
            apiKey={apiKey}
          />
          <TestStep lastCall={status.data.lastCall} since={since} />
        </ol>
      )}
    </Page>
  );
}
