import type { Invite } from "@cairn/contract/members";
import { defaultRole, roleNames } from "@cairn/contract/roles";
import { EnvelopeSimpleIcon } from "@phosphor-icons/react/dist/csr/EnvelopeSimple";

import { formatFullDate } from "#web/lib/text/dates.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { DataCell, DataRow } from "#web/ui/list/data-table.tsx";

import { describeDelivery } from "./describe-delivery.ts";

interface InviteRowProps {
  invite: Invite;
  canManage: boolean;
  isRenewing: boolean;
  isRevoking: boolean;
  onRenew: () => void;
  onRevoke: () => void;
}

/** A pending invite. Its role cannot be changed. */
export function InviteRow({ invite, canManage, isRenewing, isRevoking, onRenew, onRevoke }: InviteRowProps) {
  const { text, isProblem } = describeDelivery(invite);
  return (
    <DataRow>
      <DataCell className="max-sm:basis-full">
        <div className="flex min-w-0 items-center gap-3">
          <span className="grid size-8 shrink-0 place-items-center rounded-full border border-dashed border-line text-ink-3">
            <EnvelopeSimpleIcon aria-hidden className="size-4" />
          </span>
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2">
              <span className="font-medium text-ink [overflow-wrap:anywhere]">{invite.email}</span>
              <Badge tone="warning">Invited</Badge>
            </p>
            <p
              title={`Invited ${formatFullDate(invite.createdAt)}, until ${formatFullDate(invite.expiresAt)}`}
              className={isProblem ? "text-danger-text" : "text-ink-3"}
            >
              {text}
            </p>
          </div>
        </div>
      </DataCell>
      <DataCell className="text-ink-2 max-sm:flex-1 max-sm:pl-11">{roleNames[invite.roles[0] ?? defaultRole]}</DataCell>
      <DataCell>
        {canManage && (
          <div className="flex flex-wrap justify-end gap-1">
            {invite.delivery !== "queued" && (
              <Button size="sm" variant="ghost" isBusy={isRenewing} onClick={onRenew}>
                {invite.delivery === "link" ? "New link" : "Send again"}
                <span className="sr-only"> for {invite.email}</span>
              </Button>
            )}
            <Button size="sm" variant="ghost" isBusy={isRevoking} onClick={onRevoke}>
              Revoke
              <span className="sr-only"> the invite of {invite.email}</span>
            </Button>
          </div>
        )}
      </DataCell>
    </DataRow>
  );
}
