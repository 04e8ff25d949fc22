import { z, type ZodType } from "zod";

import { withActor, type Ctx } from "#server/ctx.ts";
import {
  listInstallationConnections,
  markSuspended,
  removeInstallation,
  renameAccount,
} from "#server/domain/integrations/follow-installation.ts";
import {
  listGithubRepositoryIds,
  renameGithubRepositories,
} from "#server/domain/repositories/catalog/follow-github.ts";
import { isGithubName } from "#server/platform/github/github-name.ts";
import type { GithubName } from "#server/platform/github/github-port.ts";

import { checkRepositories } from "./check-repositories.ts";

const installation = z.object({ id: z.number().int().transform(String) });
const repository = z
  .object({ name: z.string(), owner: z.object({ login: z.string() }) })
  .transform((one) => ({ owner: one.owner.login, repo: one.name }))
  .refine(isGithubName);

/**
 * What is read of an event, and what it leads to. Events that are not of these shapes concern us no more than others.
 */
const readers: Record<string, (ctx: Ctx, payload: unknown) => Promise<void>> = {
  push: reader(z.object({ installation, repository }), async (ctx, event) => {
    await checkNamed(ctx, event.installation.id, [event.repository]);
  }),
  pull_request: reader(z.object({ installation, repository }), async (ctx, event) => {
    await followPulls(ctx, event.installation.id, event.repository);
  }),
  installation: reader(
    z.object({ action: z.enum(["deleted", "suspend", "unsuspend"]), installation }),
    async (ctx, { action, installation: { id } }) => {
      if (action === "deleted") await removeInstallation(ctx, id);
      else await markSuspended(ctx, id, action === "suspend");
    },
  ),
  installation_repositories: reader(
    z.object({ installation, repositories_removed: z.array(z.object({ full_name: z.string() })) }),
    async (ctx, event) => {
      const names = event.repositories_removed.map(({ full_name: name }) => splitName(name)).filter(isGithubName);
      await checkNamed(ctx, event.installation.id, names);
    },
  ),
  installation_target: reader(
    z.object({ action: z.literal("renamed"), installation, account: z.object({ login: z.string().min(1).max(100) }) }),
    (ctx, event) => renameAccount(ctx, event.installation.id, event.account.login),
  ),
  repository: reader(
    z.object({
      action: z.enum(["renamed", "transferred"]),
      installation,
      repository,
      changes: z.object({
        repository: z.object({ name: z.object({ from: z.string() }) }).optional(),
        owner: z.object({ from: z.record(z.string(), z.object({ login: z.string() }).nullish()) }).optional(),
      }),
    }),
    (ctx, { installation: { id }, repository: to, changes }) => {
      const formerOwner = Object.values(changes.owner?.from ?? {}).find(Boolean)?.login;
      const from = { owner: formerOwner ?? to.owner, repo: changes.repository?.name.from ?? to.repo };
      return followName(ctx, id, { from, to });
    },
  ),
};

/**
 * Handles a GitHub event of an installation; its signature was checked before. Nobody is signed in, so each
 * organization that is connected to this installation is served in its own context. Safe to repeat.
 */
export async function receiveGithubEvent(ctx: Ctx, event: { name: string; payload: unknown }): Promise<void> {
  const read = Object.hasOwn(readers, event.name) ? readers[event.name] : undefined;
  await read?.(ctx, event.payload);
}

function reader<S extends ZodType>(schema: S, run: (ctx: Ctx, event: z.output<S>) => Promise<void>) {
  return async (ctx: Ctx, payload: unknown): Promise<void> => {
    const parsed = schema.safeParse(payload);
    if (parsed.success) await run(ctx, parsed.data);
  };
}

function splitName(fullName: string): GithubName {
  const [owner = "", repo = ""] = fullName.split("/");
  return { owner, repo };
}

async function checkNamed(ctx: Ctx, installationId: string, names: readonly GithubName[]): Promise<void> {
  for (const { organizationId } of await listInstallationConnections(ctx, installationId)) {
    const own = withActor(ctx, { kind: "system", organizationId });
    const repositoryIds = await listGithubRepositoryIds(own, { organizationId, names });
    await checkRepositories(own, { organizationId, repositoryIds });
  }
}

/** What became of it is asked of GitHub: an event may come late, twice or never. */
async function followPulls(ctx: Ctx, installationId: string, name: GithubName): Promise<void> {
  for (const { organizationId } of await listInstallationConnections(ctx, installationId)) {
    const own = withActor(ctx, { kind: "system", organizationId });
    for (const repositoryId of await listGithubRepositoryIds(own, { organizationId, names: [name] })) {
      await own.enqueue(own.db, "follow-pull-requests", { organizationId, repositoryId }, repositoryId);
    }
  }
}

async function followName(
  ctx: Ctx,
  installationId: string,
  { from, to }: { from: GithubName; to: GithubName },
): Promise<void> {
  for (const connection of await listInstallationConnections(ctx, installationId)) {
    const own = withActor(ctx, { kind: "system", organizationId: connection.organizationId });
    await renameGithubRepositories(own, { ...connection, from, to });
  }
  await checkNamed(ctx, installationId, [to]);
}
