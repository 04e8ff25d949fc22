import type { McpStatus } from "@cairn/contract/mcp";
import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { AgentWritingCard } from "#web/features/mcp/agent-writing-card.tsx";
import { ClientTiles } from "#web/features/mcp/client-tiles.tsx";
import { mcpReachQuery, mcpStatusQuery } from "#web/features/mcp/mcp.api.ts";
import { ReachBadge } from "#web/features/mcp/reach-badge.tsx";
import { useOrganization } from "#web/features/organizations/organization-context.ts";
import { useProject } from "#web/features/projects/project-context.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { formatRelativeDate } from "#web/lib/text/dates.ts";
import { Badge } from "#web/ui/display/badge.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { CopyField } from "#web/ui/form/copy-field.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

/** /o/:organizationId/p/:projectId/mcp */
export function McpScreen() {
  const project = useProject();
  const { role } = useOrganization();
  const { organizationId = "", projectId = "" } = useRouteParams();
  const key = { organizationId, projectId };
  usePageTitle("MCP Server", project.name);
  const status = useQuery(mcpStatusQuery(key));
  return (
    <Page width="narrow">
      <PageHeader
        title="MCP Server"
        description="Agents look into this product's code, documents, tasks and rules over the Model Context Protocol."
        actions={
          status.data && (
            <>
              <ReachBadge url={status.data.url} />
              <span className="text-sm text-ink-3 tabular-nums">{callsText(status.data)}</span>
            </>
          )
        }
      />
      {status.isPending && (
        <Loading what="the server">
          <Skeleton className="h-96" />
        </Loading>
      )}
      {status.isError && !status.data && (
        <ErrorState message={errorMessage(status.error)} onRetry={() => void status.refetch()} />
      )}
      {status.data && (
        <div className="flex flex-col gap-4">
          <ReachProblem url={status.data.url} />
          <EndpointCard status={status.data} />
          <SettingsCard title="Connect an agent" description="Choose where it runs; four short steps follow.">
            <ClientTiles hrefOf={({ name }) => href("mcpSetupProduct", { ...key, productName: name })} />
          </SettingsCard>
          <AgentWritingCard product={key} role={role} writing={status.data.agentWriting} />
          <ToolsCard status={status.data} />
        </div>
      )}
    </Page>
  );
}

function ReachProblem({ url }: { url: string }) {
  const { error } = useQuery(mcpReachQuery(url));
  return (
    error && (
      <Banner
        tone="danger"
        icon={<WarningCircleIcon aria-hidden className="size-4 text-danger-text" />}
        title={error.message}
      >
        Agents elsewhere may still reach it. If they do not, the setting MCP_HOST of this server names another address.
      </Banner>
    )
  );
}

const transportOptions = [
  { value: "http", label: "Http" },
  { value: "sse", label: "SSE" },
  { value: "stdio", label: "Stdio" },
] as const;

function EndpointCard({ status }: { status: McpStatus }) {
  const [transport, setTransport] = useState<"http" | "sse" | "stdio">("http");
  const { command, args } = status.stdio;
  const values = { http: status.url, sse: status.sseUrl, stdio: [command, ...args].join(" ") };
  return (
    <SettingsCard
      title="Endpoint"
      description="Every question needs an API key with the scope mcp, or a sign-in that you allowed."
    >
      <div className="flex flex-col gap-3">
        <SegmentedControl
          label="Transport"
          size="sm"
          options={transportOptions}
          value={transport}
          onValueChange={setTransport}
        />
        <CopyField label={transport === "stdio" ? "Command" : "Address"} value={values[transport]} />
      </div>
    </SettingsCard>
  );
}

function ToolsCard({ status: { tools, agentWriting } }: { status: McpStatus }) {
  return (
    <SettingsCard title="Tools" description="What an agent may use. All of them read, except those marked.">
      <dl className="divide-y divide-line-subtle">
        {tools.map(({ name, description, isWriting }) => (
          <div key={name} className="grid grid-cols-1 gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[11rem_1fr]">
            <dt className="font-mono text-xs leading-5 break-all text-ink">{name}</dt>
            <dd className="text-sm wrap-anywhere text-ink-2">
              {isWriting && (
                <Badge tone={agentWriting.isOn ? "warning" : "neutral"}>
                  {agentWriting.isOn ? "Changes tasks" : "Changes tasks · switched off"}
                </Badge>
              )}{" "}
              {description}
            </dd>
          </div>
        ))}
      </dl>
    </SettingsCard>
  );
}

function callsText({ callsToday, lastCall }: McpStatus): string {
  const calls = `${callsToday} ${callsToday === 1 ? "call" : "calls"} today`;
  return lastCall === null ? calls : `${calls} · your last ${formatRelativeDate(lastCall.at)}`;
}
