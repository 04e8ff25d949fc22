import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import { defaultWorkingPath } from "@cairn/contract/repositories";
import type { createService as endpoint } from "@cairn/contract/services";

import type { Ctx } from "../../ctx.ts";
import type { Db } from "../../platform/db/open-db.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { requireProject, type AccessedProject } from "../members/require-project.ts";
import { checkConnection, connectRepository } from "../repositories/connect-repository.ts";
import { findRepository } from "../repositories/find-repository.ts";
import { describeServices } from "./describe-services.ts";
import { findServiceRow, insertService, takeServiceNumber } from "./services.store.ts";

type Input = InputOf<typeof endpoint>;

/** A new service. A connection given with it is checked first, then cloned and indexed in the background. */
export async function createService(ctx: Ctx, input: Input): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "service.write");
  await checkRepository(ctx, project, input.repository);
  const { organizationId, projectId } = project;
  const serviceId = ctx.newId();
  await ctx.db.transaction(async (tx) => {
    await insertService(tx, {
      serviceId,
      organizationId,
      projectId,
      projectServiceId: await takeServiceNumber(tx, projectId),
      name: input.name,
      description: input.description,
      type: input.type,
      repositoryId: await repositoryOf(ctx, tx, project, input.repository),
      workingPath: input.repository?.workingPath ?? defaultWorkingPath,
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

async function checkRepository(ctx: Ctx, project: AccessedProject, wanted: Input["repository"]): Promise<void> {
  if (!wanted) return;
  if ("connection" in wanted) return await checkConnection(ctx, wanted.connection);
  const row = await findRepository(ctx, { ...project, repositoryId: wanted.repositoryId });
  const isOfProject = row !== null && row.projectId === project.projectId;
  if (!isOfProject) throw new AppError("not_found", { message: "Repository not found" });
}

async function repositoryOf(
  ctx: Ctx,
  tx: Db,
  project: AccessedProject,
  wanted: Input["repository"],
): Promise<string | null> {
  if (!wanted) return null;
  if ("repositoryId" in wanted) return wanted.repositoryId;
  const { connection, mainBranch, credential } = wanted;
  const { organizationId, projectId } = project;
  return await connectRepository(ctx, tx, { organizationId, projectId, connection, mainBranch, credential });
}
