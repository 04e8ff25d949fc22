import type { Ctx } from "#server/ctx.ts";
import { findRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import { hostRepository, openHostedRepository } from "#server/domain/repositories/connecting/host-repository.ts";
import { writeCommit } from "#server/platform/git/hosting/write-commit.ts";

/** A hosted repository to whose main branch somebody pushed a README; returns its id. */
export async function hostWithReadme(
  ctx: Ctx,
  { title = "Ferry Board", ...wanted }: { organizationId: string; projectId: string; slug: string; title?: string },
): Promise<string> {
  const repositoryId = await hostRepository(ctx, ctx.db, wanted);
  const row = await findRepository(ctx, { ...wanted, repositoryId });
  if (!row) throw new Error("no repository was hosted");
  await writeCommit(
    await openHostedRepository(ctx, row),
    {
      files: [{ path: "README.md", content: `# ${title}\n` }],
      message: "Begin",
      author: { name: "Ada", email: "ada@example.test" },
      date: ctx.now(),
      expected: null,
    },
    {},
  );
  return repositoryId;
}
