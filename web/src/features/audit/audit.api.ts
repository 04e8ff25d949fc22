import { listAuditEvents } from "@cairn/contract/audit";

import { endpointQuery } from "#web/lib/api/endpoint-query.ts";

/** Audit events of an organization, newest first. */
export function auditLogQuery(organizationId: string, page: number) {
  return endpointQuery(listAuditEvents, { params: { organizationId }, query: { page } });
}
