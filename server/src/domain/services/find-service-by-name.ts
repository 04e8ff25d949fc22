import type { Ctx } from "#server/ctx.ts";

import { listProjectServices } from "./list-project-services.ts";
import type { ServiceRow } from "./services.store.ts";

/**
 * The service that an agent names: by id, else by name without regard to case, the oldest of equal ones; null when
 * there is none. The caller has already checked the right to the project.
 */
export async function findServiceByName(
  ctx: Ctx,
  project: { organizationId: string; projectId: string },
  nameOrId: string,
): Promise<ServiceRow | null> {
  const rows = await listProjectServices(ctx, project);
  const name = nameOrId.toLowerCase();
  return (
    rows.find(({ serviceId }) => serviceId === name) ?? rows.find((row) => row.name.toLowerCase() === name) ?? null
  );
}
