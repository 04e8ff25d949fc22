import type { IntegrationConnection } from "@cairn/contract/integrations";
import { useState } from "react";

import { formatFullDate, formatDate } from "#web/lib/text/dates.ts";
import { Button } from "#web/ui/action/button.tsx";
import { ConfirmDialog } from "#web/ui/confirmation/confirm-dialog.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { keepRowFocus, ListRow } from "#web/ui/list/list.tsx";

import { useDisconnect } from "./integrations.api.ts";

interface ConnectionRowProps {
  organizationId: string;
  connection: IntegrationConnection;
  canDisconnect: boolean;
}

/** A connected account at a code host. */
export function ConnectionRow({ organizationId, connection, canDisconnect }: ConnectionRowProps) {
  const { account, createdAt, integration, isSuspended } = connection;
  const disconnect = useDisconnect(organizationId);
  const [row, setRow] = useState<Element | null>(null);
  return (
    <>
      <ListRow
        icon={<Avatar name={account} shape="square" />}
        title={account}
        description={
          <span className="wrap-anywhere whitespace-normal">
            Connected{" "}
            <time dateTime={createdAt} title={formatFullDate(createdAt)}>
              {formatDate(createdAt)}
            </time>
            {isSuspended && `. Suspended at ${integration.name}: nothing is read until it is resumed there.`}
          </span>
        }
        meta={isSuspended && <Badge tone="warning">Suspended</Badge>}
        actions={
          canDisconnect && (
            <Button
              size="sm"
              aria-label={`Disconnect ${account}`}
              onClick={(event) => setRow(event.currentTarget.closest("[data-row]"))}
            >
              Disconnect
            </Button>
          )
        }
      />
      {row && (
        <ConfirmDialog
          isOpen
          onOpenChange={() => setRow(null)}
          title={`Disconnect ${account}?`}
          description="Services with its repositories keep what was indexed, and are not updated any more until the account is connected again."
          confirmLabel={`Disconnect ${account}`}
          isBusy={disconnect.isPending}
          onConfirm={() => void disconnect.mutateAsync(connection.connectionId).then(keepRowFocus(row), () => {})}
        />
      )}
    </>
  );
}
