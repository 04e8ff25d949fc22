import type { AuditEvent } from "@cairn/contract/audit";
import { displayName } from "@cairn/contract/auth";
import { can } from "@cairn/contract/roles";
import { ArrowRightIcon } from "@phosphor-icons/react/dist/csr/ArrowRight";
import { ClockCounterClockwiseIcon } from "@phosphor-icons/react/dist/csr/ClockCounterClockwise";
import { LockIcon } from "@phosphor-icons/react/dist/csr/Lock";
import { useQuery } from "@tanstack/react-query";

import { describeAuditEvent } from "#web/features/audit/audit-sentence.ts";
import { auditLogQuery } from "#web/features/audit/audit.api.ts";
import { useOrganization } from "#web/features/organizations/organization-context.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { usePageNumber } from "#web/lib/navigation/route-params.ts";
import { formatFullDate, formatDateTime } from "#web/lib/text/dates.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";
import { DataCell, DataRow, DataTable } from "#web/ui/list/data-table.tsx";
import { Pagination } from "#web/ui/list/pagination.tsx";

const columns = [{ title: "Time", className: "w-52" }, { title: "Who", className: "w-48" }, { title: "What" }];

/** /o/:organizationId/settings/audit-log */
export function AuditLogScreen() {
  usePageTitle("Audit log");
  const organization = useOrganization();
  const isAllowed = can(organization.role, "audit.read");
  return (
    <Page>
      <PageHeader title="Audit log" description="What changed who may do what, or destroyed something; newest first." />
      {isAllowed ? (
        <AuditEvents organizationId={organization.organizationId} />
      ) : (
        <EmptyState
          icon={<LockIcon className="size-5" />}
          title="Only an Owner can read the audit log"
          action={
            <ButtonLink href={href("organizationSettings", { organizationId: organization })}>Settings</ButtonLink>
          }
        />
      )}
    </Page>
  );
}

function AuditEvents({ organizationId }: { organizationId: string }) {
  const { slug } = useOrganization();
  const events = useQuery(auditLogQuery(organizationId, usePageNumber()));
  if (events.isError && !events.data) {
    return <ErrorState message={errorMessage(events.error)} onRetry={() => void events.refetch()} />;
  }
  if (!events.data) {
    return (
      <Loading what="the audit log">
        <SkeletonRows className="h-10" />
      </Loading>
    );
  }
  const address = href("auditLog", { organizationId: slug });
  if (events.data.content.length === 0) {
    return (
      <EmptyState
        icon={<ClockCounterClockwiseIcon className="size-5" />}
        title={events.data.total === 0 ? "Nothing recorded yet" : "Nothing on this page"}
        action={events.data.total > 0 && <ButtonLink href={address}>First page</ButtonLink>}
      />
    );
  }
  return (
    <>
      <DataTable label="Audit log" columns={columns}>
        {events.data.content.map((event) => (
          <EventRow key={event.eventId} event={event} />
        ))}
      </DataTable>
      <Pagination {...events.data} href={address} />
    </>
  );
}

function EventRow({ event }: { event: AuditEvent }) {
  return (
    <DataRow>
      <DataCell className="text-ink-3 tabular-nums max-sm:order-2">
        <time dateTime={event.createdAt} title={formatFullDate(event.createdAt)}>
          {formatDateTime(event.createdAt)}
        </time>
      </DataCell>
      <DataCell className="font-medium [overflow-wrap:anywhere] text-ink max-sm:order-1">
        {event.actor ? displayName(event.actor) : "The server or a deleted account"}
      </DataCell>
      <DataCell className="text-ink-2 max-sm:order-3 max-sm:basis-full">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="[overflow-wrap:anywhere]">{describeAuditEvent(event)}</span>
          <Change from={event.from} to={event.to} />
        </p>
      </DataCell>
    </DataRow>
  );
}

/** The previous and the new value; without a previous value only the new one: "as Editor". */
function Change({ from, to }: Pick<AuditEvent, "from" | "to">) {
  if (to === null) return null;
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 text-ink-3">
      {from === null ? (
        "as"
      ) : (
        <>
          <span className="[overflow-wrap:anywhere]">{from}</span>
          <ArrowRightIcon aria-label="to" className="size-3.5 shrink-0" />
        </>
      )}
      <span className="[overflow-wrap:anywhere] text-ink">{to}</span>
    </span>
  );
}
