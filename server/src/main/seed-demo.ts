import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { createOrganization, listOrganizations } from "@cairn/contract/organizations";
import { createProject, listProjects } from "@cairn/contract/projects";
import { createService, listServices, type ServiceType } from "@cairn/contract/services";

import { withActor, type Ctx } from "../ctx.ts";
import { markDemo } from "../domain/organizations/mark-demo.ts";
import { importRepository } from "../domain/repositories/import-repository.ts";
import { unpackBundle } from "../platform/git/unpack-bundle.ts";
import { signInAsClient, type ApiClient } from "./api-client.ts";
import type { DemoState } from "./demo-account.ts";
import { seedDemoPeople } from "./seed-demo-people.ts";

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
      services: [
        {
          name: "Sign renderer",
          type: "library",
          workingPath: "/",
          description: "Renders the printed signs on the quay from a layout file",
        },
      ],
    },
  ] satisfies { name: string; slug: string; bundle: string; services: DemoService[] }[],
};

const bundles = fileURLToPath(new URL("../../demo", import.meta.url));

/**
 * Makes the demo workspace through the public API, as its own user; only the repositories, which lie on this machine,
 * are connected by the operator's operation. Repeating it adds nothing twice.
 */
export async function seedDemo(ctx: Ctx, state: DemoState): Promise<void> {
  const { addresses, server } = ctx.settings;
  const client = await signInAsClient(addresses, { ...state, firstName: "Ada", lastName: "Okafor" });
  const organizationId = await ensureOrganization(client);
  const system = withActor(ctx, { kind: "system", organizationId });
  await markDemo(system, { organizationId });
  await seedDemoPeople(ctx, { client, state }, organizationId);
  for (const product of demo.products) {
    const projectId = await ensureProject(client, organizationId, product);
    const directory = path.join(server.dataDir, "demo", `${product.slug}.git`);
    // A start that was cut off may be cloning from it already; it stands there in full or not at all.
    if (!existsSync(directory)) await unpackBundle(path.join(bundles, product.bundle), directory);
    const { repositoryId } = await importRepository(system, { organizationId, projectId, path: directory });
    await ensureServices(client, { organizationId, projectId, repositoryId }, product.services);
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
  const project = known ?? (await client.call(createProject, { params: { organizationId }, body: { name, slug } }));
  return project.projectId;
}

async function ensureServices(
  client: ApiClient,
  target: { organizationId: string; projectId: string; repositoryId: string },
  wanted: readonly DemoService[],
): Promise<void> {
  const { repositoryId, ...params } = target;
  const { content } = await client.call(listServices, { params });
  for (const { workingPath, ...service } of wanted) {
    if (content.some((one) => one.name === service.name)) continue;
    await client.call(createService, { params, body: { ...service, repository: { repositoryId, workingPath } } });
  }
}
