import type { takeDemoRepository as endpoint } from "@cairn/contract/demo";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import { provisionalDescription } from "@cairn/contract/services";

import { withActor, type Ctx } from "#server/ctx.ts";
import { importBundle } from "#server/domain/hosting/import-bundle.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { findUnusedHosted } from "#server/domain/repositories/catalog/find-unused-hosted.ts";
import { hostRepository } from "#server/domain/repositories/connecting/host-repository.ts";
import { createService } from "#server/domain/services/create-service.ts";

import { hasDemo } from "./demo-copies.store.ts";
import { demoFile } from "./demo-file.ts";

const slug = "ferry-board";
const name = "Ferry Board";

/**
 * A first repository for a product whose people have no address at hand: the code of the demo, hosted here and theirs to change.
 * What its services are is proposed from the code, as with any other. It goes on with what a killed server left.
 */
export async function takeDemoRepository(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, projectId } = await requireProject(ctx, input, "service.write");
  if (ctx.settings.limits.demoCopies === 0 || !(await hasDemo(ctx.wholeDb))) throw notFound("Demo");
  const unused = await findUnusedHosted(ctx, { organizationId, projectId, slug });
  const repositoryId =
    unused ?? (await ctx.db.transaction((tx) => hostRepository(ctx, tx, { organizationId, projectId, slug })));
  const system = withActor(ctx, { kind: "system", organizationId });
  const bundle = demoFile(`${slug}.bundle`);
  const { hasChanged } = await importBundle(system, { organizationId, projectId, repositoryId, bundle });
  // Who brought the code may have told nobody of it.
  if (!hasChanged) await ctx.enqueue(ctx.db, "check-repository", { organizationId, repositoryId }, repositoryId);
  const described = { name, type: "library" as const, description: provisionalDescription(name) };
  return await createService(ctx, { organizationId, projectId, ...described, repository: { repositoryId } });
}
