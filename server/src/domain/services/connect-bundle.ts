import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import { hostedNameSchema } from "@cairn/contract/repository-connection";
import { provisionalDescription, type connectBundle as endpoint } from "@cairn/contract/services";
import { toSlug } from "@cairn/contract/slugs";

import type { Ctx } from "#server/ctx.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { removeRepositoryFiles } from "#server/domain/repositories/catalog/remove-repository-files.ts";
import { requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import { hostRepository } from "#server/domain/repositories/connecting/host-repository.ts";
import { holdHostingQuota, requireHostingQuota } from "#server/domain/repositories/connecting/require-hosting-quota.ts";
import type { IncomingFile, IncomingFiles } from "#server/edge.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import {
  takeBundle,
  unpackReceived,
  withReceivedBundle,
  type ReadBundle,
} from "#server/platform/git/hosting/read-bundle.ts";
import { keepHead } from "#server/platform/git/refs/keep-head.ts";
import { listBranches } from "#server/platform/git/refs/list-branches.ts";
import { bundleFolder, hostedDirectory } from "#server/platform/storage/data-folders.ts";
import { folderBytes } from "#server/platform/storage/folder-bytes.ts";

import { countArriving, whileArriving } from "./bundle-arrivals.ts";
import { inBundleTurn } from "./bundle-turns.ts";
import { createService } from "./create-service.ts";

/** Where a bundle does not say which branch it was made on. */
const usualBranches = ["main", "master", "trunk", "develop"];

/**
 * A new service from a bundle of git: its branches come into a repository that is hosted here and called as the file is. A bundle that
 * cannot be read leaves nothing behind. What the service is and does is proposed when its code is indexed.
 */
export async function connectBundle(
  ctx: Ctx,
  input: InputOf<typeof endpoint> & { files: IncomingFiles },
): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, projectId } = await requireProject(ctx, input, "service.write");
  const userId = requireUserId(ctx);
  await requireHostingQuota(ctx, ctx.db, { organizationId, arrivingBytes: countArriving(organizationId) });
  for await (const file of input.files) {
    return await whileArriving({ organizationId, userId, bytes: file.maxBytes }, async () => {
      await requireHostingQuota(ctx, ctx.db, { organizationId, arrivingBytes: countArriving(organizationId) });
      return await receive(ctx, { organizationId, projectId }, file);
    });
  }
  throw new AppError("invalid_input", { message: "Choose a git bundle" });
}

/** However slowly it arrives, others are read meanwhile: it takes its turn when all of it is there. */
async function receive(
  ctx: Ctx,
  { organizationId, projectId }: ProjectKey,
  { name: filename, bytes }: IncomingFile,
): Promise<ResultOf<typeof endpoint>> {
  const { signal } = ctx;
  const parent = bundleFolder(ctx.settings.server.dataDir);
  return await withReceivedBundle(bytes, { parent, signal }, (received) =>
    inBundleTurn({ organizationId, signal }, async () => {
      const bundle = await unpackReceived(received, signal);
      const branches = (await listBranches(bundle.directory, ctx)).map((one) => one.name);
      const [first] = branches;
      if (first === undefined) throw new AppError("unprocessable", { message: "This bundle holds no branch" });
      const head = [bundle.head, ...usualBranches].find((one) => one !== null && branches.includes(one)) ?? first;
      await keepHead(bundle.directory, head, ctx);
      // They may have left while the file arrived.
      await requireProject(ctx, { organizationId, projectId }, "service.write");
      return await begin(ctx, { organizationId, projectId, name: nameOfFile(filename), bundle });
    }),
  );
}

/** Repository, service and first index come to be together or not at all; files without a row are taken away. */
async function begin(
  ctx: Ctx,
  { organizationId, projectId, name, bundle }: ProjectKey & { name: string; bundle: ReadBundle },
): Promise<ResultOf<typeof endpoint>> {
  const hosted: string[] = [];
  try {
    return await ctx.db.transaction(async (tx) => {
      const within = { ...ctx, db: tx };
      await holdHostingQuota(within, tx, { organizationId, arrivingBytes: await folderBytes(bundle.directory) });
      const repositoryId = await hostRepository(within, tx, { organizationId, projectId, slug: toSlug(name) });
      hosted.push(repositoryId);
      await requireRepository(within, { organizationId, projectId, repositoryId }, "repository.push");
      const described = { name, type: "library" as const, description: provisionalDescription(name) };
      const given = { organizationId, projectId, ...described, repository: { repositoryId } };
      const service = await createService(within, given);
      await ctx.enqueue(tx, "index-repository", { organizationId, repositoryId }, repositoryId);
      // The last step, so that a kill before it leaves nothing.
      await takeBundle(bundle, hostedDirectory(ctx.settings.server.dataDir, repositoryId));
      return service;
    });
  } catch (error) {
    for (const repositoryId of hosted) await removeRepositoryFiles(ctx, { repositoryId });
    throw error;
  }
}

/** "harbour" of "harbour.bundle"; what is no name becomes one. */
function nameOfFile(filename: string): string {
  const stem = filename
    .replace(/\.(?:git)?bundle$/i, "")
    .slice(0, 50)
    .trim();
  return hostedNameSchema.safeParse(stem).success && toSlug(stem).length > 1 ? stem : "code";
}
