import { z } from "zod";

export const roles = ["owner", "admin", "editor"] as const;
export const roleSchema = z.enum(roles);
export type Role = z.infer<typeof roleSchema>;

/** What a member may do; the one table that operations ask and the interface hides by. */
const allowed = {
  "organization.read": ["owner", "admin", "editor"],
  "organization.update": ["owner"],
  "organization.delete": ["owner"],
  "project.read": ["owner", "admin", "editor"],
  "project.create": ["owner", "admin"],
  "project.update": ["owner", "admin"],
  "project.describe": ["owner", "admin", "editor"],
  "project.delete": ["owner", "admin"],
  "service.write": ["owner", "admin", "editor"],
  "artifact.read": ["owner", "admin", "editor"],
  "artifact.write": ["owner", "admin", "editor"],
  "chat.use": ["owner", "admin", "editor"],
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof allowed;

export function can(role: Role, action: Action): boolean {
  return (allowed[action] as readonly Role[]).includes(role);
}
