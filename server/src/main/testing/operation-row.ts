import type { Role } from "@cairn/contract/roles";

import type { Tenant } from "./tenant.ts";

/** What a test must know about an operation beyond its schema: who may, and a call that is good for those who may. */
export interface OperationRow {
  /**
   * Roles of the organization in the path; `self`: every signed-in person, on what is their own; `anybody`: also
   * without signing in; `nobody`: refused to all of them for a reason of its own, with this status.
   */
  may: readonly Role[] | "self" | "anybody" | { nobody: number };
  body?: (tenant: Tenant, role: Role) => object;
  /** Instead of `body` where files are uploaded. */
  form?: () => FormData;
  query?(tenant: Tenant, role: Role): Record<string, string>;
  /** Statuses besides 200 and 204 that come after the check of rights: "already so", "nothing to do". */
  alsoFine?: readonly number[];
  /** Says itself that something is not there, also of what is another's. */
  saysAbsent?: boolean;
  /** Answers the same to everybody, because it is a public fact. */
  isPublicFact?: boolean;
}

export const all = ["owner", "admin", "editor"] as const;
export const managers = ["owner", "admin"] as const;

/** Everybody of the organization reads what lies at these ends of the path. */
export function readByAll(path: string, ends: readonly string[]): Record<string, OperationRow> {
  return Object.fromEntries(ends.map((end) => [`GET ${path}${end}`, { may: all }]));
}
