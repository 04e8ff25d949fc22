import { AppError } from "@cairn/contract/errors";
import { createProject, finishInitialSetup, listProjects } from "@cairn/contract/projects";
import { listRepositories, type Repository } from "@cairn/contract/repositories";
import { createService, listServices, reindexService, type Service } from "@cairn/contract/services";

import type { ApiCaller } from "./api-caller.ts";
import type { DemoProduct, DemoService } from "./demo-products.ts";
import { seedDemoDocuments } from "./seed-demo-documents.ts";
import { seedDemoGuidance } from "./seed-demo-guidance.ts";
import { seedDemoTasks } from "./seed-demo-tasks.ts";

/** Where a product's code goes. */
export interface CodeTarget {
  organizationId: string;
  projectId: string;
  repository: Repository;
}

/** Who makes the demo, and how its code comes into a repository that is hosted here. */
export interface DemoMaker {
  client: ApiCaller;
  /** Brings all branches of a product. True where they were there already. */
  bringCode: (target: CodeTarget, product: DemoProduct) => Promise<boolean>;
  /** Told after each of a product's steps, of which `countSteps` says how many there are. */
  onStep?: () => Promise<void>;
}

/** A product has code and services; a guided one guidance, documents and tasks besides. */
export function countSteps({ isGuided }: DemoProduct): number {
  return isGuided ? 5 : 2;
}

/**
 * Makes one product of the demo, but for what waits for runs. Repeating it adds nothing twice and takes back nothing that was
 * pushed since. Returns its id.
 */
export async function makeDemoProduct(
  { client, bringCode, onStep = async () => {} }: DemoMaker,
  organizationId: string,
  product: DemoProduct,
): Promise<string> {
  const projectId = await ensureProject(client, organizationId, product);
  const project = { organizationId, projectId };
  const { content } = await client.call(listRepositories, { params: project });
  const repository = content.find(({ slug }) => slug === product.slug);
  if (!repository) throw new Error(`The demo product ${product.name} has no repository`);
  const target = { ...project, repository };
  const wasThere = await bringCode(target, product);
  await onStep();
  const services = await ensureServices(client, target, product.services);
  if (wasThere) await ensureRead(client, target, services);
  // Its description comes with its pages.
  await client.call(finishInitialSetup, { params: project, body: { skip: true } });
  await onStep();
  if (!product.isGuided) return projectId;
  for (const seed of [seedDemoGuidance, seedDemoDocuments, seedDemoTasks]) {
    await seed(client, project, services);
    await onStep();
  }
  return projectId;
}

async function ensureProject(
  client: ApiCaller,
  organizationId: string,
  { name, slug }: Pick<DemoProduct, "name" | "slug">,
): Promise<string> {
  const { content } = await client.call(listProjects, { params: { organizationId } });
  const known = content.find((one) => one.slug === slug);
  const body = { name, slug, repository: { type: "new" as const } };
  return (known ?? (await client.call(createProject, { params: { organizationId }, body }))).projectId;
}

/** A start that was killed after its push, before anybody was told of that, leaves code behind that nobody reads. */
async function ensureRead(
  client: ApiCaller,
  { repository, organizationId, projectId }: CodeTarget,
  [service]: readonly Service[],
): Promise<void> {
  if (repository.indexing.state !== "never" || service === undefined) return;
  try {
    await client.call(reindexService, { params: { organizationId, projectId, serviceId: service.serviceId } });
  } catch (error) {
    // A run that was in line began since the repository was looked at.
    if (!(error instanceof AppError) || error.code !== "conflict") throw error;
  }
}

async function ensureServices(
  client: ApiCaller,
  { repository: { repositoryId }, ...target }: CodeTarget,
  wanted: readonly DemoService[],
): Promise<Service[]> {
  const params = { organizationId: target.organizationId, projectId: target.projectId };
  const { content } = await client.call(listServices, { params });
  const made: Service[] = [];
  for (const { workingPath, ...service } of wanted) {
    if (content.some((one) => one.name === service.name)) continue;
    const body = { ...service, repository: { repositoryId, workingPath } };
    made.push(await client.call(createService, { params, body }));
  }
  return [...content, ...made];
}
