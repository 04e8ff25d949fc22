import { bodyOf, type InputOf, type ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import { defaultWorkingPath } from "@cairn/contract/repository-connection";
import { createService as endpoint } from "@cairn/contract/services";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { checkRepository, takeRepository } from "./choose-repository.ts";
import { describeServices } from "./describe-services.ts";
import { findServiceRow, insertService, takeServiceNumber } from "./services.store.ts";

/** A new service. A connection given with it is checked first, then cloned and indexed in the background. */
export async function createService(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "service.write");
  const chosen = input.repository ? await checkRepository(ctx, project, input.repository) : null;
  const { organizationId, projectId } = project;
  const { repository, ...details } = bodyOf(endpoint, input);
  const serviceId = ctx.newId();
  await ctx.db.transaction(async (tx) => {
    await insertService(tx, {
      ...details,
      serviceId,
      organizationId,
      projectId,
      projectServiceId: await takeServiceNumber(tx, projectId),
      repositoryId: chosen && (await takeRepository(ctx, tx, project, chosen)),
      workingPath: repository?.workingPath ?? defaultWorkingPath,
      createdAt: ctx.now(),
    });
    await recordAudit(ctx, tx, { organizationId, action: "service.created", target: input.name });
    await ctx.publish(tx, "service.changed", { organizationId, projectId, serviceId });
  });
  const row = await findServiceRow(ctx.db, { organizationId, projectId, serviceId });
  const [service] = row ? await describeServices(ctx, organizationId, [row]) : [];
  if (!service) throw notFound("Service");
  return service;
}
