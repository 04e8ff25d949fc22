import { stat } from "node:fs/promises";
import path from "node:path";

import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { connectRepository } from "./connect-repository.ts";

/**
 * Connects a git repository on this machine. For the operator's command line alone: only the system may, so
 * that no request can make the server read a folder of its own.
 */
export async function importRepository(
  ctx: Ctx,
  input: { organizationId: string; projectId: string; path: string },
): Promise<{ repositoryId: string }> {
  if (ctx.actor.kind !== "system") {
    throw new AppError("forbidden", { message: "Local paths are accepted on the command line only" });
  }
  const { organizationId, projectId } = await requireProject(ctx, input, "service.write");
  const absolute = path.resolve(input.path);
  const found = await stat(absolute).catch(() => null);
  if (!found) throw new AppError("not_found", { message: `There is nothing at ${absolute}` });
  const connection = { type: "path" as const, path: absolute };
  const repositoryId = await ctx.db.transaction((tx) =>
    connectRepository(ctx, tx, { organizationId, projectId, connection }),
  );
  return { repositoryId };
}
