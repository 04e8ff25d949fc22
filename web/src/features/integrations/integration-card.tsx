import type { Integration, IntegrationConnection } from "@cairn/contract/integrations";
import { GithubLogoIcon } from "@phosphor-icons/react/dist/csr/GithubLogo";

import { Button } from "#web/ui/action/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { List } from "#web/ui/list/list.tsx";

import { ConnectionRow } from "./connection-row.tsx";
import { useConnectIntegration } from "./integrations.api.ts";

interface IntegrationCardProps {
  organizationId: string;
  integration: Integration;
  connections: readonly IntegrationConnection[];
  /** Why accounts can be neither connected nor disconnected; undefined when they can. */
  blockedReason: string | undefined;
}

/** One integration with the accounts that are connected by it. */
export function IntegrationCard({ organizationId, integration, connections, blockedReason }: IntegrationCardProps) {
  const connect = useConnectIntegration(organizationId, integration);
  const { name, unavailableReason } = integration;
  const hasConnections = connections.length > 0;
  return (
    <section aria-label={name}>
      <h2 className="mb-3 flex items-center gap-2 text-base font-semibold">
        <GithubLogoIcon aria-hidden className="size-5 shrink-0 text-ink-2" />
        <span className="min-w-0 wrap-anywhere">{name}</span>
      </h2>
      {hasConnections && (
        <List label={`Connected ${name} accounts`}>
          {connections.map((connection) => (
            <ConnectionRow
              key={connection.connectionId}
              organizationId={organizationId}
              connection={connection}
              canDisconnect={blockedReason === undefined}
            />
          ))}
        </List>
      )}
      {unavailableReason !== null && (
        <div className={hasConnections ? "mt-3" : undefined}>
          <Banner tone="info" title={`${name} cannot be connected on this server`}>
            {unavailableReason}
          </Banner>
        </div>
      )}
      {unavailableReason === null && !hasConnections && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-dashed border-line p-4 md:px-5">
          <div className="min-w-0 flex-1 basis-64">
            <p className="text-base font-medium wrap-anywhere">{name} not connected yet!</p>
            <p className="mt-0.5 text-sm text-ink-3">
              {blockedReason ?? "You choose there which repositories this organization may read."}
            </p>
          </div>
          {blockedReason === undefined && (
            <Button variant="primary" isBusy={connect.isPending} onClick={() => connect.mutate()}>
              Connect
            </Button>
          )}
        </div>
      )}
      {unavailableReason === null && hasConnections && blockedReason === undefined && (
        <Button
          variant="ghost"
          size="sm"
          // The label contains a name that may be wider than the window.
          className="mt-2 h-auto! min-h-7 max-w-full py-1 wrap-anywhere whitespace-normal! text-accent-text! underline underline-offset-4 pointer-coarse:min-h-11"
          isBusy={connect.isPending}
          onClick={() => connect.mutate()}
        >
          Add another {name} integration here
        </Button>
      )}
    </section>
  );
}
