import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { listOf, listQuery } from "./lists.ts";
import { organizationParams } from "./organizations.ts";

/** Actions that are recorded because they change rights or destroy something. */
export const auditActions = [
  "organization.created",
  "organization.renamed",
  "organization.slug-changed",
  "organization.context-reset",
  "organization.run-budget-changed",
  "member.invited",
  "member.invite-renewed",
  "member.invite-revoked",
  "member.joined",
  "member.role-changed",
  "member.removed",
  "member.left",
  "project.created",
  "project.renamed",
  "project.slug-changed",
  "project.default-engine-changed",
  "project.context-reset",
  "project.deleted",
  "project.agent-writing-switched",
  "project.merge-method-changed",
  "project.merge-path-changed",
  "project.webhook-created",
  "project.webhook-changed",
  "project.webhook-deleted",
  "implementation.merged",
  "implementation.discarded",
  "architecture.connection-allowed",
  "architecture.connection-forbidden",
  "architecture.connection-freed",
  "architecture.baseline-set",
  "architecture.baseline-removed",
  "service.created",
  "service.deleted",
  "repository.deleted",
  "repository.protected",
  "repository.unprotected",
  "repository.main-branch-changed",
  "repository.address-changed",
  "repository.credential-changed",
  "repository.host-keys-forgotten",
  "repository.webhook-made",
  "task.deleted",
  "task.imported",
  "task.import-undone",
  "rule.created",
  "rule.changed",
  "rule.deleted",
  "external-context.created",
  "external-context.deleted",
  "artifact.deleted",
  "artifact.dropped",
  "template.deleted",
  "context.imported",
  "repository-key.created",
  "repository-key.deleted",
  "connection.created",
  "connection.deleted",
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditEventSchema = z.object({
  eventId: z.uuid(),
  action: z.enum(auditActions),
  /** Null for the server itself, or when the account is gone. */
  actor: z.object({ userId: z.uuid(), firstName: z.string().nullable(), lastName: z.string().nullable() }).nullable(),
  /** What it was done to, as people called it then: a name or an address. */
  target: z.string(),
  /** What changed, where there is something to compare: "Editor" to "Admin". Null otherwise. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type AuditEvent = z.infer<typeof auditEventSchema>;

export const listAuditEvents = endpoint("GET", "/v1/organizations/:organizationId/audit-log", {
  summary: "Security-relevant actions in an organization, newest first; for Owners",
  params: organizationParams,
  query: listQuery,
  response: listOf(auditEventSchema),
});
