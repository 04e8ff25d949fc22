import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import {
  addProjectKeyPair,
  findProjectKeyPair,
  listProjectsWithoutKey,
} from "#server/domain/repositories/store/remotes.store.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { Secret } from "#server/platform/secrets/secret.ts";
import { createKeyPair } from "#server/platform/ssh/create-key-pair.ts";

/** A key pair for a product's `ssh` connections, as its row keeps it: the private half only sealed. */
export function createProjectKey(
  ctx: Pick<Ctx, "secrets">,
  project: ProjectKey & { slug: string },
): { sshPublicKey: string; sealedSshKey: string } {
  const pair = createKeyPair(`cairn-${project.slug}`);
  const sealedSshKey = ctx.secrets.seal(pair.privateKey.reveal(), keyContext(project));
  return { sshPublicKey: pair.publicKey, sealedSshKey };
}

/** The private half. A product that has no pair yet gets one, which no code host knows. */
export async function openProjectKey(ctx: Pick<Ctx, "db" | "secrets">, key: ProjectKey): Promise<Secret> {
  const found = await findProjectKeyPair(ctx.db, key);
  if (!found) throw new AppError("not_found", { message: "The product of this repository was deleted." });
  if (found.sealedSshKey !== null) return new Secret(ctx.secrets.open(found.sealedSshKey, keyContext(key)));
  await addProjectKeyPair(ctx.db, key, createProjectKey(ctx, { ...key, slug: found.slug }));
  return await openProjectKey(ctx, key);
}

const atOnce = 100;

/** Gives a pair to every product that was made before products had one. Safe to repeat, and in several processes. */
export async function makeMissingProjectKeys(ctx: Pick<Ctx, "wholeDb" | "secrets">): Promise<void> {
  for (;;) {
    const found = await listProjectsWithoutKey(ctx.wholeDb, atOnce);
    for (const project of found) {
      await addProjectKeyPair(ctx.wholeDb, project, createProjectKey(ctx, project));
    }
    if (found.length < atOnce) return;
  }
}

/** Binds the sealed half to its row, so that it cannot be moved to another. */
function keyContext({ organizationId, projectId }: ProjectKey): string {
  return `projects/${organizationId}/${projectId}/ssh-key`;
}
