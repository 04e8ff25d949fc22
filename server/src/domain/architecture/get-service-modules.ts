import type { getServiceModules as endpoint } from "@cairn/contract/architecture-modules";
import { maxModuleConnections, maxServiceModules } from "@cairn/contract/architecture-modules";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireService } from "#server/domain/services/require-service.ts";

import { gatherArchitecture } from "./load-architecture.ts";
import { connectModules } from "./modules/connect-modules.ts";
import { listOwnModules } from "./modules/list-own-modules.ts";

/** What a service is made of, and which of its modules connect it with what is around it. */
export async function getServiceModules(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, projectId, serviceId, repositoryId } = await requireService(ctx, input, "project.read");
  const { layout, derived, repositories } = await gatherArchitecture(ctx, { organizationId, projectId });
  const repository = repositories.find((one) => one.repositoryId === repositoryId);
  const own = repository ? listOwnModules(repository, layout, serviceId) : null;
  const connections = own ? connectModules(own, derived.edges) : [];
  return {
    modules: own?.modules.slice(0, maxServiceModules) ?? [],
    moduleCount: own?.modules.length ?? 0,
    connections: connections.slice(0, maxModuleConnections),
    isCutOff: derived.isCutOff || connections.length > maxModuleConnections,
  };
}
