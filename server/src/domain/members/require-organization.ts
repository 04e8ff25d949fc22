import { AppError, notFound } from "@cairn/contract/errors";
import { agentAccess, can, type Action, type Role } from "@cairn/contract/roles";

import type { Ctx } from "#server/ctx.ts";

import { findOrganization, findRole, type OrganizationRow } from "./members.store.ts";

export interface AccessedOrganization extends OrganizationRow {
  /** The actor's role; jobs of ours act as owner of their one organization. */
  role: Role;
}

/**
 * The organization, if the actor may do this in it. A non-member learns nothing: foreign and missing look
 * the same. A member without the right gets `forbidden`.
 */
export async function requireOrganization(
  ctx: Pick<Ctx, "actor" | "db">,
  target: { organizationId: string },
  action: Action,
): Promise<AccessedOrganization> {
  const organization = await requireRole(ctx, target, action);
  // What is switched on is so for products only.
  if (ctx.actor.kind === "agent" && agentAccess(action) !== "always") throw agentForbids();
  return organization;
}

/** The same without asking whether an agent may; the caller does that. */
export async function requireRole(
  ctx: Pick<Ctx, "actor" | "db">,
  target: { organizationId: string },
  action: Action,
): Promise<AccessedOrganization> {
  const organization = await findOrganization(ctx.db, target.organizationId);
  const role = organization && (await roleOf(ctx, organization.organizationId));
  if (!organization || !role) throw notFound("Organization");
  if (!can(role, action)) throw roleForbids();
  return { ...organization, role };
}

/** What a member reads who may look but not do this. */
export function roleForbids(): AppError {
  return new AppError("forbidden", { message: "Your role does not allow this" });
}

/** What an agent reads that tries what only people may do. */
export function agentForbids(): AppError {
  return new AppError("forbidden", { message: "Agents may not do this; ask the person you work for to do it" });
}

async function roleOf(ctx: Pick<Ctx, "actor" | "db">, organizationId: string): Promise<Role | null> {
  switch (ctx.actor.kind) {
    case "system":
      return ctx.actor.organizationId === organizationId ? "owner" : null;
    case "user":
    case "agent":
      return await findRole(ctx.db, organizationId, ctx.actor.userId);
    case "anonymous":
      throw new AppError("unauthenticated", { message: "Sign in to continue" });
  }
}

/** The signed-in person; for operations that need somebody, not just a right. */
export function requireUserId(ctx: Ctx): string {
  if (ctx.actor.kind === "user") return ctx.actor.userId;
  throw new AppError("unauthenticated", { message: "Sign in to continue" });
}

/** The person who acts, or for whom an agent does; null for this server itself. */
export function findPersonId({ actor }: Pick<Ctx, "actor">): string | null {
  return actor.kind === "user" || actor.kind === "agent" ? actor.userId : null;
}
