import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import { hostedNameSchema } from "@cairn/contract/repository-connection";
import { provisionalDescription, type connectBundle as endpoint } from "@cairn/contract/services";
import { toSlug } from "@cairn/contract/slugs";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import { hostRepository, openHostedRepository } from "#server/domain/repositories/connecting/host-repository.ts";
import type { IncomingFiles } from "#server/edge.ts";
import { takeBundle, withBundle } from "#server/platform/git/hosting/read-bundle.ts";
import { keepHead } from "#server/platform/git/refs/keep-head.ts";
import { listBranches } from "#server/platform/git/refs/list-branches.ts";

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
  const project = await requireProject(ctx, input, "service.write");
  const { organizationId, projectId } = project;
  for await (const { name: filename, bytes } of input.files) {
    const name = nameOfFile(filename);
    const repositoryId = await withBundle(bytes, ctx, async (bundle) => {
      const branches = (await listBranches(bundle.directory, ctx)).map((one) => one.name);
      const [first] = branches;
      if (first === undefined) throw new AppError("unprocessable", { message: "This bundle holds no branch" });
      const head = [bundle.head, ...usualBranches].find((one) => one !== null && branches.includes(one)) ?? first;
      // They may have left while the file arrived.
      await requireProject(ctx, input, "service.write");
      const slug = toSlug(name);
      const hosted = await ctx.db.transaction((tx) => hostRepository(ctx, tx, { organizationId, projectId, slug }));
      const row = await requireRepository(ctx, { organizationId, projectId, repositoryId: hosted }, "repository.push");
      const directory = await openHostedRepository(ctx, row);
      await keepHead(directory, head, ctx);
      await takeBundle(bundle, directory, ctx);
      return hosted;
    });
    const described = { name, type: "library" as const, description: provisionalDescription(name) };
    const service = await createService(ctx, { organizationId, projectId, ...described, repository: { repositoryId } });
    await ctx.enqueue(ctx.db, "index-repository", { organizationId, repositoryId }, repositoryId);
    return service;
  }
  throw new AppError("invalid_input", { message: "Choose a git bundle" });
}

/** "harbour" of "harbour.bundle"; what is no name becomes one. */
function nameOfFile(filename: string): string {
  const stem = filename
    .replace(/\.(?:git)?bundle$/i, "")
    .slice(0, 50)
    .trim();
  return hostedNameSchema.safeParse(stem).success && toSlug(stem).length > 1 ? stem : "code";
}
