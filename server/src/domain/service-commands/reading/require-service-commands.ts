import { notFound } from "@cairn/contract/errors";
import type { Action } from "@cairn/contract/roles";
import type { ServiceCommands } from "@cairn/contract/service-commands";

import type { Ctx } from "#server/ctx.ts";
import {
  loadStoredCommands,
  type StoredCommands,
} from "#server/domain/service-commands/store/service-commands.store.ts";
import { requireService } from "#server/domain/services/require-service.ts";

import { describeServiceCommands } from "./describe-service-commands.ts";

interface ServiceTarget {
  organizationId: string;
  projectId: string;
  serviceId: string;
}

/** What is stored of a service's commands, if the actor may do this. */
export async function requireServiceCommands(ctx: Ctx, target: ServiceTarget, action: Action): Promise<StoredCommands> {
  const { serviceId } = await requireService(ctx, target, action);
  return await reload(ctx, serviceId);
}

/** After a change that the caller was allowed. */
export async function readServiceCommands(ctx: Ctx, serviceId: string): Promise<ServiceCommands> {
  return describeServiceCommands(await reload(ctx, serviceId));
}

async function reload(ctx: Ctx, serviceId: string): Promise<StoredCommands> {
  const stored = await loadStoredCommands(ctx.db, serviceId);
  if (stored === null) throw notFound("Service");
  return stored;
}
