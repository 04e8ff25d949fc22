import type { Implementation } from "@cairn/contract/implementations";

import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { connectIntegration } from "#server/domain/integrations/connect-integration.ts";
import { finishIntegration } from "#server/domain/integrations/finish-integration.ts";
import { createService } from "#server/domain/services/create-service.ts";
import type { GithubServer } from "#server/testing/fakes/github-server.ts";
import { makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { makeDiffTask, start, workThrough, type RunProject } from "./run-world.ts";

export type GithubProject = Awaited<ReturnType<typeof makeGithubProject>>;

/** A product with a service in a private repository of a connected account, a copy of the one at `from`, which is indexed. */
export async function makeGithubProject(
  world: TestWorld,
  github: GithubServer,
  { from, writesContents }: { from: string; writesContents: boolean },
) {
  const project = await makeProject(world);
  const { ctx, organizationId, projectId } = project;
  const account = `acme-${github.installations.size}`;
  const installationId = github.install(account);
  const installation = github.installations.get(installationId);
  if (installation) installation.writesContents = writesContents;
  const bare = await github.addRepository(installationId, { name: `${account}/shop`, from, readers: ["ada"] });
  await github.addRepository(installationId, { name: `${account}/more`, from, readers: ["ada"] });
  const { data } = await connectIntegration(ctx, { organizationId, integrationName: "github" });
  const state = new URL(data.url).searchParams.get("state") ?? "";
  const code = github.authorize("ada");
  await finishIntegration(ctx, { integrationName: "github", code, installationId, state });
  const service = await createService(ctx, {
    organizationId,
    projectId,
    name: "shop",
    description: "Sells tickets to passengers",
    type: "api",
    repository: { connection: { type: "github", owner: account, repo: "shop" } },
  });
  const repositoryId = service.repository?.repositoryId ?? "";
  const index = async () =>
    await indexRepository(project.system, { organizationId, repositoryId }, { isLastTry: false });
  await index();
  return { ...project, account, installation, installationId, bare, repositoryId, index };
}

/** A run of its own task from start to end. */
export async function runOnGithub(world: TestWorld, project: GithubProject): Promise<Implementation> {
  // Of what makes a hosted one, none is read.
  const runProject = project as unknown as RunProject;
  const implementation = await start(runProject, await makeDiffTask(runProject));
  return await workThrough(world, runProject, implementation);
}
