import { takePush } from "#server/domain/implementations/own-machine/take-push.ts";
import { readRefsDigest } from "#server/platform/git/refs/read-refs-digest.ts";

import type { OpenedRepository } from "./open-for-git.ts";

/**
 * Runs a push and, when it changed a branch or a tag, puts the repository's index in line before it answers. It looks at
 * the repository itself, because a client may be gone by then and git may have been ended after its last write. Never
 * fails: a push that was taken is taken, and what is not put in line here is found by the next look at the repository.
 */
export async function followPush(opened: OpenedRepository, push: () => Promise<void>): Promise<void> {
  const { ctx, organizationId, repositoryId, implementationId, served } = opened;
  const before = await readRefsDigest(served.directory);
  try {
    await push();
  } finally {
    try {
      if ((await readRefsDigest(served.directory)) !== before) {
        await ctx.db.transaction((tx) =>
          ctx.enqueue(tx, "index-repository", { organizationId, repositoryId }, repositoryId),
        );
        if (implementationId !== null) await takePush(ctx, { organizationId, implementationId });
      }
    } catch (error) {
      ctx.log.error({ error, repositoryId }, "a push could not be followed by an index run");
    }
  }
}
