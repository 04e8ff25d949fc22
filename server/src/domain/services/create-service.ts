import { bodyOf, type InputOf, type ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import { defaultWorkingPath } from "@cairn/contract/repository-connection";
import { createService as endpoint, isProvisional } from "@cairn/contract/services";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { checkRepository, takeRepository } from "./choose-repository.ts";
import { describeServices } from "./describe-services.ts";
import {
  findServiceRow,
  insertService,
  listServiceRows,
  lockServicesOf,
  takeServiceNumber,
  updateServiceRow,
} from "./services.store.ts";

/** A new service. A connection given with it is checked first, then cloned and indexed in the background. */
export async function createService(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "service.write");
  const chosen = input.repository ? await checkRepository(ctx, project, input.repository) : null;
  const { organizationId, projectId } = project;
  const { repository, isFound = false, ...details } = bodyOf(endpoint, input);
  const workingPath = repository?.workingPath ?? defaultWorkingPath;
  const serviceId = await ctx.db.transaction(async (tx) => {
    await lockServicesOf(tx, projectId);
    const repositoryId = chosen && (await takeRepository(ctx, tx, project, chosen));
    const place = isFound && repositoryId !== null ? await findPlace(tx, project, { repositoryId, workingPath }) : null;
    if (place?.isTaken) return place.serviceId;
    const made = { ...details, repositoryId, workingPath };
    const written = place?.serviceId ?? ctx.newId();
    if (place) await updateServiceRow(tx, { organizationId, serviceId: written }, made);
    else {
      const projectServiceId = await takeServiceNumber(tx, projectId);
      const key = { organizationId, projectId, serviceId: written };
      await insertService(tx, { ...made, ...key, projectServiceId, createdAt: ctx.now() });
      await recordAudit(ctx, tx, { organizationId, action: "service.created", target: input.name });
    }
    await ctx.publish(tx, "service.changed", { organizationId, projectId, serviceId: written });
    return written;
  });
  const row = await findServiceRow(ctx.db, { organizationId, projectId, serviceId });
  const [service] = row ? await describeServices(ctx, organizationId, [row]) : [];
  if (!service) throw notFound("Service");
  return service;
}

/** The service that a folder has already, or what stands for its whole repository until then; null where neither is. */
async function findPlace(
  tx: Db,
  { organizationId, projectId }: { organizationId: string; projectId: string },
  { repositoryId, workingPath }: { repositoryId: string; workingPath: string },
): Promise<{ serviceId: string; isTaken: boolean } | null> {
  const all = await listServiceRows(tx, organizationId, [projectId]);
  const own = all.filter((row) => row.repositoryId === repositoryId);
  const standing = own.find((row) => !isProvisional(row.description) && isSamePath(row.workingPath, workingPath));
  if (standing) return { serviceId: standing.serviceId, isTaken: true };
  const standIn = own.find((row) => isProvisional(row.description));
  return standIn ? { serviceId: standIn.serviceId, isTaken: false } : null;
}

function isSamePath(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => path.replaceAll(/^\/+|\/+$/g, ""));
  return a === b;
}
