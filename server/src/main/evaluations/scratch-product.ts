import { randomUUID } from "node:crypto";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

import { withActor, type Ctx } from "#server/ctx.ts";
import { importRepository } from "#server/domain/repositories/connecting/import-repository.ts";
import { createUser } from "#server/domain/users/create-user.ts";
import { createCtx, type Services } from "#server/http/request/request-ctx.ts";
import { buildServices } from "#server/main/start/build-services.ts";
import { members, organizations } from "#server/platform/db/tables/organizations.ts";
import { projects, services as serviceTable } from "#server/platform/db/tables/projects.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";

export interface ScratchProduct {
  /** Acts as the product's own worker. Nothing runs by itself: what is put in line is dropped. */
  ctx: Ctx;
  services: Services;
  organizationId: string;
  projectId: string;
  repositoryId: string;
  /** Puts the branch that the repository follows on a commit, as a push does. */
  push(commit: string): Promise<void>;
  close(): Promise<void>;
}

/** Settings of runs and of their model, and what they may reach. */
function ofRuns(env: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => /^(?:RUN_|MODEL_|EGRESS_ALLOW$)/.test(name)));
}

const branch = "main";

/**
 * A product with one service in a database and folder of its own, whose repository starts at `commit` of another one. The
 * objects of that one are read where they lie; nothing is written there.
 */
export async function openScratchProduct(
  folder: string,
  source: { directory: string; commit: string; name: string },
  { env = {}, ...given }: Partial<Pick<Services, "log" | "model">> & { env?: Record<string, string | undefined> },
): Promise<ScratchProduct> {
  // The embedded database runs as another account.
  await chmod(folder, 0o711);
  const remote = path.join(folder, "remote.git");
  await mkdir(remote);
  await runGit({ directory: remote, args: ["init", "--quiet", "--bare", "--template=", `--initial-branch=${branch}`] });
  await writeFile(path.join(remote, "objects", "info", "alternates"), `${path.join(source.directory, "objects")}\n`);
  const push = async (commit: string) => {
    await runGit({ directory: remote, args: ["update-ref", `refs/heads/${branch}`, commit] });
  };
  await push(source.commit);
  const built = await buildServices(
    parseSettings({ ...ofRuns(env), DATA_DIR: path.join(folder, "data"), LOG_LEVEL: "error" }),
  );
  const [organizationId, projectId] = [randomUUID(), randomUUID()];
  const services = { ...built.services, ...given, enqueue: async () => {}, publish: async () => {} };
  const signal = new AbortController().signal;
  const ctx = createCtx(services, { actor: { kind: "system", organizationId }, requestId: "replay", signal });
  const createdAt = ctx.now();
  const { name } = source;
  await ctx.wholeDb.insert(organizations).values({ organizationId, slug: "replay", name: "Replay", createdAt });
  await ctx.wholeDb.insert(projects).values({ projectId, organizationId, slug: "replay", name, createdAt });
  const { repositoryId } = await importRepository(ctx, { organizationId, projectId, path: remote });
  const service = { serviceId: randomUUID(), organizationId, projectId, projectServiceId: 1, name, createdAt };
  await ctx.wholeDb.insert(serviceTable).values({ ...service, description: name, type: "library", repositoryId });
  return { ctx, services, organizationId, projectId, repositoryId, push, close: () => built.close() };
}

/** A person of the product: models and agents look things up with somebody's rights. */
export async function asMember({ ctx, organizationId }: ScratchProduct): Promise<Ctx> {
  const email = `${randomUUID()}@example.com`;
  const { userId } = await createUser(ctx, { email, password: randomUUID(), firstName: "Ada", lastName: "Byron" });
  await ctx.wholeDb.insert(members).values({ organizationId, userId, role: "owner", createdAt: ctx.now() });
  return withActor(ctx, { kind: "user", userId });
}
