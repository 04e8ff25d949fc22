import { listServicesOf } from "#server/domain/service-commands/store/service-commands.store.ts";
import type { ListenerCtx } from "#server/edge.ts";
import type { DomainEvents } from "#server/events.ts";
import type { Db } from "#server/platform/db/open-db.ts";

/** Code is there now, or another: the commands of all its services are looked for, after the transaction `db`. */
export async function findCommandsIn(
  ctx: ListenerCtx,
  db: Db,
  { organizationId, repositoryId }: DomainEvents["repository.indexed"],
): Promise<void> {
  for (const { serviceId } of await listServicesOf(db, { organizationId, repositoryId })) {
    await findCommandsOf(ctx, db, { organizationId, serviceId });
  }
}

/** A service is about another folder now, or was just made. */
export async function findCommandsOf(
  ctx: Pick<ListenerCtx, "enqueue">,
  db: Db,
  { organizationId, serviceId }: Pick<DomainEvents["service.changed"], "organizationId" | "serviceId">,
): Promise<void> {
  await ctx.enqueue(db, "find-service-commands", { organizationId, serviceId }, serviceId);
}
