import { listAuditEvents } from "@cairn/contract/audit";

import { endpointQuery } from "#web/lib/api/endpoint-query.ts";

/** What was done in an organization that changed who may do what, newest first. */
export function auditLogQuery(organizationId: string, page: number) {
  return endpointQuery(listAuditEvents, { params: { organizationId }, query: { page } });
}
