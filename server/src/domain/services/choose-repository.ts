import type { InputOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { createService } from "@cairn/contract/services";

import type { Ctx } from "#server/ctx.ts";
import { findRepository, holdRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import {
  checkConnection,
  connectRepository,
  type CheckedConnection,
  type Credential,
} from "#server/domain/repositories/connecting/connect-repository.ts";
import type { Db } from "#server/platform/db/open-db.ts";

type RequestedRepository = NonNullable<InputOf<typeof createService>["repository"]>;

interface ServiceProject {
  organizationId: string;
  projectId: string;
}

/** What a service will read: a repository its project has, or one to connect. */
export type ChosenRepository =
  | { repositoryId: string }
  | { connection: CheckedConnection; mainBranch?: string | undefined; credential?: Credential | undefined };

/** Checks the choice before anything is stored: names are looked up, which takes time. */
export async function checkRepository(
  ctx: Ctx,
  project: ServiceProject,
  wanted: RequestedRepository,
): Promise<ChosenRepository> {
  const { organizationId, projectId } = project;
  if ("connection" in wanted) {
    const connection = await checkConnection(ctx, { organizationId, ...wanted });
    return { connection, mainBranch: wanted.mainBranch, credential: wanted.credential };
  }
  const row = await findRepository(ctx, { organizationId, repositoryId: wanted.repositoryId });
  if (row?.projectId !== projectId) throw notFound("Repository");
  return { repositoryId: row.repositoryId };
}

/** The id of the chosen repository, which is connected now, or locked until the transaction `tx` ends. */
export async function takeRepository(
  ctx: Ctx,
  tx: Db,
  project: ServiceProject,
  chosen: ChosenRepository,
): Promise<string> {
  const { organizationId, projectId } = project;
  if ("connection" in chosen) return await connectRepository(ctx, tx, { ...chosen, organizationId, projectId });
  const { repositoryId } = chosen;
  if (!(await holdRepository(tx, { organizationId, repositoryId }))) throw notFound("Repository");
  return repositoryId;
}
