import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { getCommit } from "@cairn/contract/code-history";
import { AppError, notFound } from "@cairn/contract/errors";
import { createOrganization, listOrganizations } from "@cairn/contract/organizations";
import { listProjects } from "@cairn/contract/projects";

import { withActor, type Ctx } from "#server/ctx.ts";
import { demoFile } from "#server/domain/demo/demo-file.ts";
import { markDemo } from "#server/domain/organizations/mark-demo.ts";
import { demo, type DemoProduct } from "#server/main/demo/demo-products.ts";
import { makeDemoProduct, type CodeTarget } from "#server/main/demo/make-demo-product.ts";
import { seedDemoComments } from "#server/main/demo/seed-demo-comments.ts";
import { seedDemoDecisions } from "#server/main/demo/seed-demo-decisions.ts";
import { demoImplementations, leaveOut, seedDemoImplementations } from "#server/main/demo/seed-demo-implementations.ts";
import { seedDemoPlan } from "#server/main/demo/seed-demo-plan.ts";
import { unpackBundle } from "#server/platform/git/hosting/unpack-bundle.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { pushBranches } from "#server/platform/git/remote/push-branches.ts";

import { signInAsClient, type ApiClient } from "./api-client.ts";
import type { DemoState } from "./demo-account.ts";
import { seedDemoPeople } from "./seed-demo-people.ts";

/**
 * Makes the demo workspace through the public API, as its own user; the code comes by `git push` into repositories hosted
 * here. Repeating it adds nothing twice and takes back nothing that was pushed since. Everything stands then that does not
 * wait for runs. Returns its user.
 */
export async function seedDemo(ctx: Ctx, state: DemoState): Promise<ApiClient> {
  const { addresses } = ctx.settings;
  const client = await signInAsClient(addresses, { ...state, firstName: "Ada", lastName: "Okafor" });
  const organizationId = await ensureOrganization(client);
  const system = withActor(ctx, { kind: "system", organizationId });
  await markDemo(system, { organizationId });
  await seedDemoPeople(ctx, { client, state }, organizationId);
  const bringCode = (target: CodeTarget, product: DemoProduct) => pushCode(client, target, product);
  for (const product of demo.products) {
    const projectId = await makeDemoProduct({ client, bringCode }, organizationId, product);
    if (!product.isGuided) continue;
    await seedDemoImplementations(ctx, client, { organizationId, projectId }, demoImplementations);
    await seedDemoPlan(client, { organizationId, projectId });
  }
  return client;
}

/**
 * What the team of the demo said of its changes and decided about them, as their runs end. People use it meanwhile: what they
 * removed is not made anew. Throws `not_found` where that is the workspace or a product.
 */
export async function finishDemo(ctx: Pick<Ctx, "log" | "signal">, client: ApiClient): Promise<void> {
  const { content: organizations } = await client.call(listOrganizations, { params: {} });
  const organizationId = organizations.find(({ slug }) => slug === demo.organization.slug)?.organizationId;
  if (organizationId === undefined) throw notFound(demo.organization.name);
  const { content: projects } = await client.call(listProjects, { params: { organizationId } });
  for (const product of demo.products.filter(({ isGuided }) => isGuided)) {
    const projectId = projects.find(({ slug }) => slug === product.slug)?.projectId;
    if (projectId === undefined) throw notFound(product.name);
    const project = { organizationId, projectId };
    await seedDemoComments(ctx, client, project).catch((error: unknown) => leaveOut(ctx, error, "comments"));
    await seedDemoDecisions(ctx, client, project, demoImplementations);
  }
}

async function ensureOrganization(client: ApiClient): Promise<string> {
  const { content } = await client.call(listOrganizations, { params: {} });
  const known = content.find((one) => one.slug === demo.organization.slug);
  return (known ?? (await client.call(createOrganization, { params: {}, body: demo.organization }))).organizationId;
}

/** True where the bundle's commits were there already. */
async function pushCode(client: ApiClient, target: CodeTarget, product: DemoProduct): Promise<boolean> {
  const { repository, organizationId, projectId } = target;
  const address = repository.clone.http;
  if (address === null) return true;
  const folder = await mkdtemp(path.join(os.tmpdir(), "cairn-demo-"));
  try {
    const directory = path.join(folder, "code.git");
    await unpackBundle(demoFile(product.bundle), directory);
    const oid = await resolveCommit(directory, repository.mainBranch);
    if (oid === null) throw new Error(`${product.bundle} has no branch ${repository.mainBranch}`);
    const params = { organizationId, projectId, repositoryId: repository.repositoryId };
    const isThere = await client.call(getCommit, { params: { ...params, oid } }).then(() => true, isNotFound);
    if (!isThere) await pushBranches({ directory, address, username: "ada", password: client.accessToken ?? "" });
    return isThere;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** False for "there is no such thing"; throws anything else. */
function isNotFound(error: unknown): false {
  if (error instanceof AppError && error.code === "not_found") return false;
  throw error;
}
