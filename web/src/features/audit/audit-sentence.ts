import type { AuditAction, AuditEvent } from "@cairn/contract/audit";

/** Text for each action; the actor precedes it in the sentence. */
const sentences: Record<AuditAction, (target: string, from: string | null) => string> = {
  "organization.created": (name) => `created the organization ${name}`,
  "organization.renamed": (name) => `renamed the organization ${name}`,
  "organization.slug-changed": (name) => `changed the slug of the organization ${name}`,
  "organization.context-reset": (name) => `reset the context of the organization ${name}`,
  "organization.run-budget-changed": (name) => `changed what implementations of ${name} may take of the model`,
  "member.invited": (email) => `invited ${email}`,
  "member.invite-renewed": (email) => `invited ${email} again`,
  "member.invite-revoked": (email) => `revoked the invite of ${email}`,
  "member.joined": () => "joined the organization",
  "member.role-changed": (person) => `changed the role of ${person}`,
  "member.removed": (person) => `removed ${person}`,
  "member.left": () => "left the organization",
  "project.created": (name) => `created the product ${name}`,
  "project.renamed": (name) => `renamed the product ${name}`,
  "project.slug-changed": (name) => `changed the slug of the product ${name}`,
  "project.default-engine-changed": (name) => `changed what implements tasks of the product ${name}`,
  "project.context-reset": (name) => `reset the context of the product ${name}`,
  "project.deleted": (name) => `deleted the product ${name}`,
  "project.agent-writing-switched": (name, from) =>
    from === "off" ? `let agents change tasks of ${name}` : `ended that agents change tasks of ${name}`,
  "project.merge-method-changed": (name) => `changed how changes are merged in ${name}`,
  "project.merge-path-changed": (name) => `changed whether changes of ${name} are merged at once`,
  "project.webhook-created": (name) => `had a webhook told of ${name}`,
  "project.webhook-changed": (name) => `changed a webhook of ${name}`,
  "project.webhook-deleted": (name) => `deleted a webhook of ${name}`,
  "implementation.merged": (what) => `merged ${what}`,
  "implementation.discarded": (what) => `discarded ${what}`,
  "service.created": (name) => `created the service ${name}`,
  "service.deleted": (name) => `deleted the service ${name}`,
  "repository.deleted": (name) => `deleted the repository ${name}`,
  "repository.protected": (name) => `protected the main branch of ${name}`,
  "repository.unprotected": (name) => `ended the protection of the main branch of ${name}`,
  "repository.main-branch-changed": (name) => `changed the main branch of ${name}`,
  "repository.address-changed": (name) => `changed the address of the repository ${name}`,
  "repository.credential-changed": (name) => `changed the credential of the repository ${name}`,
  "repository.host-keys-forgotten": (name) => `forgot the SSH host keys of the repository ${name}`,
  "repository.webhook-made": (name) => `made a new webhook for the repository ${name}`,
  "task.deleted": (name) => `deleted the task “${name}”`,
  "task.imported": (what) => `imported ${what}`,
  "task.import-undone": (what) => `took back ${what}`,
  "rule.created": (name) => `added the rule “${name}”`,
  "rule.changed": (name) => `changed the rule “${name}”`,
  "rule.deleted": (name) => `deleted the rule “${name}”`,
  "external-context.created": (name) => `added ${name} to the external context`,
  "external-context.deleted": (name) => `deleted ${name} from the external context`,
  "artifact.deleted": (title) => `deleted the page “${title}”`,
  "artifact.dropped": (title) => `took the page “${title}” out of the outline`,
  "template.deleted": (title) => `deleted the template “${title}”`,
  "context.imported": (location) => `imported pages from ${location}`,
  "repository-key.created": (name) => `added a key to the repository ${name}`,
  "repository-key.deleted": (name, key) => `deleted the key ${key} of the repository ${name}`,
  "connection.created": (account) => `connected the account ${account}`,
  "connection.deleted": (account) => `disconnected the account ${account}`,
};

/** Describes an event: "invited ada@example.com". A newer server may send unknown actions. */
export function describeAuditEvent({ action, target, from }: Pick<AuditEvent, "action" | "target" | "from">): string {
  const sentence = Object.hasOwn(sentences, action) ? sentences[action] : undefined;
  return sentence ? sentence(target, from) : `${action}: ${target}`;
}
