import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { TreeOwner } from "#server/domain/pages/store/tree.store.ts";
import { requireService } from "#server/domain/services/require-service.ts";

/**
 * The owner of a new page: a service, a product, or with neither the organization. What the organization does not
 * have is not found, a foreign one alike. The caller has checked the right in the organization.
 */
export async function chooseOwner(
  ctx: Ctx,
  given: { organizationId: string; projectId?: string | null | undefined; serviceId?: string | null | undefined },
): Promise<TreeOwner> {
  const { organizationId, projectId, serviceId } = given;
  if (serviceId && !projectId) {
    throw new AppError("invalid_input", { message: "Say which product the service belongs to" });
  }
  if (!projectId) return { organizationId, projectId: null, serviceId: null };
  if (!serviceId) {
    await requireProject(ctx, { organizationId, projectId }, "artifact.write");
    return { organizationId, projectId, serviceId: null };
  }
  await requireService(ctx, { organizationId, projectId, serviceId }, "artifact.write");
  return { organizationId, projectId, serviceId };
}
