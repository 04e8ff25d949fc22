import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { getCommit } from "@cairn/contract/code-history";
import { AppError, notFound } from "@cairn/contract/errors";
import { createOrganization, listOrganizations } from "@cairn/contract/organizations";
import { createProject, finishInitialSetup, listProjects } from "@cairn/contract/projects";
import { listRepositories, type Repository } from "@cairn/contract/repositories";
import { createService, listServices, reindexService, type Service, type ServiceType } from "@cairn/contract/services";

import { withActor, type Ctx } from "#server/ctx.ts";
import { markDemo } from "#server/domain/organizations/mark-demo.ts";
import { unpackBundle } from "#server/platform/git/hosting/unpack-bundle.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { pushBranches } from "#server/platform/git/remote/push-branches.ts";

import { signInAsClient, type ApiClient } from "./api-client.ts";
import type { DemoState } from "./demo-account.ts";
import { seedDemoComments } from "./seed-demo-comments.ts";
import { seedDemoDecisions } from "./seed-demo-decisions.ts";
import { seedDemoDocuments } from "./seed-demo-documents.ts";
import { seedDemoGuidance } from "./seed-demo-guidance.ts";
import { leaveOut, seedDemoImplementations } from "./seed-demo-implementations.ts";
import { seedDemoPeople } from "./seed-demo-people.ts";
import { seedDemoPlan } from "./seed-demo-plan.ts";
import { seedDemoTasks } from "./seed-demo-tasks.ts";

interface DemoService {
  name: string;
  type: ServiceType;
  workingPath: string;
  description: string;
}

const demo = {
  organization: { name: "Northquay", slug: "northquay" },
  products: [
    {
      name: "Ferry Board",
      slug: "ferry-board",
      bundle: "ferry-board.bundle",
      isGuided: true,
      services: [
        {
          name: "Departures board",
          type: "frontend",
          workingPath: "/apps/web",
          description: "Shows passengers on the quay which sailings leave next and which are late",
        },
        {
          name: "Departures API",
          type: "api",
          workingPath: "/apps/api",
          description: "Serves departures and takes delays and cancellations from the harbour office",
        },
        {
          name: "Timetable",
          type: "library",
          workingPath: "/packages/timetable",
          description: "Reads timetables and holds the rules for delays and cancelled sailings",
        },
        {
          name: "Database",
          type: "database",
          workingPath: "/db",
          description: "Tables for routes, sailings and their changes, as SQL migrations",
        },
      ],
    },
    {
      name: "Quay Signs",
      slug: "quay-signs",
      bundle: "quay-signs.bundle",
      isGuided: false,
      services: [
        {
          name: "Sign renderer",
          type: "library",
          workingPath: "/",
          description: "Renders the printed signs on the quay from a layout file",
        },
      ],
    },
  ] satisfies { name: string; slug: string; bundle: string; isGuided: boolean; services: DemoService[] }[],
};

const bundles = fileURLToPath(new URL("../../../demo", import.meta.url));

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
  for (const product of demo.products) {
    const projectId = await ensureProject(client, organizationId, product);
    const { content } = await client.call(listRepositories, { params: { organizationId, projectId } });
    const repository = content.find(({ slug }) => slug === product.slug);
    if (!repository) throw new Error(`The demo product ${product.name} has no repository`);
    const target = { organizationId, projectId, repository };
    const wasThere = await ensureCode(client, target, path.join(bundles, product.bundle));
    const { repositoryId } = repository;
    const services = await ensureServices(client, { organizationId, projectId, repositoryId }, product.services);
    if (wasThere) await ensureRead(client, target, services);
    // Its description comes with its pages.
    await client.call(finishInitialSetup, { params: { organizationId, projectId }, body: { skip: true } });
    if (!product.isGuided) continue;
    await seedDemoGuidance(client, { organizationId, projectId }, services);
    await seedDemoDocuments(client, { organizationId, projectId }, services);
    await seedDemoTasks(client, { organizationId, projectId }, services);
    await seedDemoImplementations(client, { organizationId, projectId });
    await seedDemoPlan(client, { organizationId, projectId });
  }
  return client;
}

/**
 * What the team of the demo said of its changes and decided about them, as their runs end. People use it meanwhile: what they
 * removed is not made anew. Throws `not_found` where that is the workspace or a product.
 */
export async function finishDemo(ctx: Pick<Ctx, "log">, client: ApiClient): Promise<void> {
  const { content: organizations } = await client.call(listOrganizations, { params: {} });
  const organizationId = organizations.find(({ slug }) => slug === demo.organization.slug)?.organizationId;
  if (organizationId === undefined) throw notFound(demo.organization.name);
  const { content: projects } = await client.call(listProjects, { params: { organizationId } });
  for (const product of demo.products.filter(({ isGuided }) => isGuided)) {
    const projectId = projects.find(({ slug }) => slug === product.slug)?.projectId;
    if (projectId === undefined) throw notFound(product.name);
    const project = { organizationId, projectId };
    await seedDemoComments(client, project).catch((error: unknown) => leaveOut(ctx, error, "comments"));
    await seedDemoDecisions(ctx, client, project);
  }
}

async function ensureOrganization(client: ApiClient): Promise<string> {
  const { content } = await client.call(listOrganizations, { params: {} });
  const known = content.find((one) => one.slug === demo.organization.slug);
  return (known ?? (await client.call(createOrganization, { params: {}, body: demo.organization }))).organizationId;
}

async function ensureProject(
  client: ApiClient,
  organizationId: string,
  product: { name: string; slug: string },
): Promise<string> {
  const { content } = await client.call(listProjects, { params: { organizationId } });
  const known = content.find((one) => one.slug === product.slug);
  const { name, slug } = product;
  const body = { name, slug, repository: { type: "new" as const } };
  const project = known ?? (await client.call(createProject, { params: { organizationId }, body }));
  return project.projectId;
}

/** Pushes the bundle's branches. True where its commits were there already. */
async function ensureCode(
  client: ApiClient,
  target: { organizationId: string; projectId: string; repository: Repository },
  bundle: string,
): Promise<boolean> {
  const { repository, ...project } = target;
  const address = repository.clone.http;
  if (address === null) return true;
  const folder = await mkdtemp(path.join(os.tmpdir(), "cairn-demo-"));
  try {
    const directory = path.join(folder, "code.git");
    await unpackBundle(bundle, directory);
    const oid = await resolveCommit(directory, repository.mainBranch);
    if (oid === null) throw new Error(`${bundle} has no branch ${repository.mainBranch}`);
    const params = { ...project, repositoryId: repository.repositoryId };
    const isThere = await client.call(getCommit, { params: { ...params, oid } }).then(() => true, isNotFound);
    if (!isThere) await pushBranches({ directory, address, username: "ada", password: client.accessToken ?? "" });
    return isThere;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A start that was killed after its push, before anybody was told of that, leaves code behind that nobody reads. */
async function ensureRead(
  client: ApiClient,
  target: { organizationId: string; projectId: string; repository: Repository },
  [service]: readonly Service[],
): Promise<void> {
  const { repository, organizationId, projectId } = target;
  if (repository.indexing.state !== "never" || service === undefined) return;
  await client.call(reindexService, { params: { organizationId, projectId, serviceId: service.serviceId } });
}

/** False for "there is no such thing"; throws anything else. */
function isNotFound(error: unknown): false {
  if (error instanceof AppError && error.code === "not_found") return false;
  throw error;
}

async function ensureServices(
  client: ApiClient,
  target: { organizationId: string; projectId: string; repositoryId: string },
  wanted: readonly DemoService[],
): Promise<Service[]> {
  const { repositoryId, ...params } = target;
  const { content } = await client.call(listServices, { params });
  const made: Service[] = [];
  for (const { workingPath, ...service } of wanted) {
    if (content.some((one) => one.name === service.name)) continue;
    const body = { ...service, repository: { repositoryId, workingPath } };
    made.push(await client.call(createService, { params, body }));
  }
  return [...content, ...made];
}
