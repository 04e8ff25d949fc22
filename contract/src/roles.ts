import { z } from "zod";

export const roles = ["owner", "admin", "editor"] as const;
export const roleSchema = z.enum(roles);
export type Role = z.infer<typeof roleSchema>;

export const roleNames = { owner: "Owner", admin: "Admin", editor: "Editor" } as const satisfies Record<Role, string>;

/** What each role is for, as the role menu says it. */
export const roleDescriptions = {
  owner: "Manages organization settings",
  admin: "Manages members and projects",
  editor: "Views and edits",
} as const satisfies Record<Role, string>;

export const defaultRole: Role = "editor";

/** What a member may do; the one table that operations ask and the interface hides by. */
const allowed = {
  "organization.read": ["owner", "admin", "editor"],
  "organization.update": ["owner"],
  "organization.delete": ["owner"],
  "organization.reset": ["owner"],
  "audit.read": ["owner"],
  "member.read": ["owner", "admin", "editor"],
  "member.manage": ["owner", "admin"],
  "project.read": ["owner", "admin", "editor"],
  "project.create": ["owner", "admin"],
  "project.update": ["owner", "admin"],
  "project.describe": ["owner", "admin", "editor"],
  "project.delete": ["owner", "admin"],
  "project.reset": ["owner", "admin"],
  "service.write": ["owner", "admin", "editor"],
  "repository.push": ["owner", "admin", "editor"],
  "repository.manage": ["owner", "admin"],
  "integration.read": ["owner", "admin", "editor"],
  "integration.manage": ["owner", "admin"],
  "artifact.read": ["owner", "admin", "editor"],
  "artifact.write": ["owner", "admin", "editor"],
  "task.read": ["owner", "admin", "editor"],
  "task.create": ["owner", "admin", "editor"],
  "task.move": ["owner", "admin", "editor"],
  "task.tick": ["owner", "admin", "editor"],
  "task.write": ["owner", "admin", "editor"],
  "implementation.read": ["owner", "admin", "editor"],
  "implementation.run": ["owner", "admin", "editor"],
  // One that is written elsewhere and pushed.
  "implementation.push": ["owner", "admin", "editor"],
  "implementation.merge": ["owner", "admin", "editor"],
  "implementation.comment": ["owner", "admin", "editor"],
  "rule.read": ["owner", "admin", "editor"],
  "rule.write": ["owner", "admin", "editor"],
  "external-context.read": ["owner", "admin", "editor"],
  "external-context.write": ["owner", "admin", "editor"],
  "template.read": ["owner", "admin", "editor"],
  "template.write": ["owner", "admin", "editor"],
  "chat.use": ["owner", "admin", "editor"],
  "mcp.manage": ["owner", "admin"],
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof allowed;

export function can(role: Role, action: Action): boolean {
  return (allowed[action] as readonly Role[]).includes(role);
}

/**
 * What an agent may do for a member whose role allows it: always, or only in products where an Owner or Admin switched it
 * on. Everything else is for people.
 */
const agentActions = {
  "organization.read": "always",
  "project.read": "always",
  "artifact.read": "always",
  "task.read": "always",
  "implementation.read": "always",
  "rule.read": "always",
  "external-context.read": "always",
  "chat.use": "always",
  "task.create": "switched-on",
  "task.move": "switched-on",
  "task.tick": "switched-on",
  "implementation.push": "switched-on",
  "implementation.comment": "switched-on",
} as const satisfies Partial<Record<Action, "always" | "switched-on">>;

/** When an agent may do this for a member whose role allows it. */
export function agentAccess(action: Action): "always" | "switched-on" | "never" {
  return (agentActions as Partial<Record<Action, "always" | "switched-on">>)[action] ?? "never";
}

/** Whether somebody may give or take this role: nobody reaches above their own, and only Owners make or end Owners. */
export function canGrant(actor: Role, role: Role): boolean {
  return actor === "owner" || (actor === "admin" && role !== "owner");
}

/**
 * Whether somebody may give another member a new role. The rule of the last Owner is checked where roles are stored.
 */
export function canChangeRole(actor: Role, change: { from: Role; to: Role }): boolean {
  return can(actor, "member.manage") && canGrant(actor, change.from) && canGrant(actor, change.to);
}

/** Whether somebody may remove another member. Everybody may remove themselves. */
export function canRemove(actor: Role, member: Role): boolean {
  return can(actor, "member.manage") && canGrant(actor, member);
}
