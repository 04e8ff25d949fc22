import { hookEventNames, type HookDelivery } from "@cairn/contract/event-hooks";
import { useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Badge, type Tone } from "#web/ui/display/badge.tsx";
import { RelativeTime } from "#web/ui/display/relative-time.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { hookDeliveriesQuery, useResendDelivery } from "./event-hooks.api.ts";

const tones = { waiting: "info", delivered: "success", failed: "danger" } as const satisfies Record<
  HookDelivery["state"],
  Tone
>;

/** What a webhook was told lately, with what it answered. */
export function DeliveryList({ hookKey }: { hookKey: ProjectKey & { hookId: string } }) {
  const deliveries = useQuery(hookDeliveriesQuery(hookKey));
  const resend = useResendDelivery(hookKey);
  if (deliveries.isError)
    return <InlineError message={errorMessage(deliveries.error)} onRetry={() => void deliveries.refetch()} />;
  if (!deliveries.data) {
    return (
      <Loading what="the deliveries">
        <SkeletonRows count={3} />
      </Loading>
    );
  }
  const { content } = deliveries.data;
  if (content.length === 0) return <p className="text-sm text-ink-3">It was told nothing yet.</p>;
  return (
    <ul aria-label="Deliveries" className="flex flex-col divide-y divide-line-subtle rounded-md border border-line">
      {content.map((one) => (
        <li key={one.deliveryId} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
          <span className="min-w-0 flex-1 basis-48">
            <span className="block truncate">{nameOf(one)}</span>
            <span className="block text-xs text-ink-3">
              <RelativeTime date={one.createdAt} />
              {one.problem !== null && ` · ${one.problem}`}
            </span>
          </span>
          <Badge tone={tones[one.state]}>{sayState(one)}</Badge>
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Send again: ${nameOf(one)}`}
            isBusy={resend.isPending && resend.variables === one.deliveryId}
            onClick={() => resend.mutate(one.deliveryId)}
          >
            Send again
          </Button>
        </li>
      ))}
    </ul>
  );
}

const nameOf = ({ type }: HookDelivery) => (type === "test" ? "A test" : hookEventNames[type]);

/** "Delivered, 204", "Tried twice, 500" */
function sayState({ state, attempts, responseStatus }: HookDelivery): string {
  const status = responseStatus === null ? "" : `, ${responseStatus}`;
  if (state === "delivered") return `Delivered${status}`;
  if (state === "failed") return `Given up${status}`;
  return attempts === 0 ? "On its way" : `Tried ${attempts === 1 ? "once" : `${attempts} times`}${status}`;
}
