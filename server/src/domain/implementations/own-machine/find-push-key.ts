import type { Ctx } from "#server/ctx.ts";
import { selectByPushKey } from "#server/domain/implementations/store/pushes.store.ts";
import { hashKeySecret } from "#server/domain/keys/api-key-secret.ts";

import { isPushSecret } from "./push-secret.ts";

/** What a key to push opens, and for whom. */
export interface PushKeyHolder {
  implementationId: string;
  organizationId: string;
  repositoryId: string;
  userId: string;
  workingBranch: string;
  baseBranch: string;
}

/**
 * The branch that a key to push opens, while that implementation takes pushes; null for any other text. It checks no right,
 * because it is how whoever pushes signs in.
 */
export async function findPushKey(ctx: Pick<Ctx, "wholeDb" | "now">, secret: string): Promise<PushKeyHolder | null> {
  if (!isPushSecret(secret)) return null;
  const found = await selectByPushKey(ctx.wholeDb, hashKeySecret(secret), ctx.now());
  return found?.userId ? { ...found, userId: found.userId } : null;
}
