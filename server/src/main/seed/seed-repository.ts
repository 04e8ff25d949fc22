import path from "node:path";

import { createOrganization, listOrganizations } from "@cairn/contract/organizations";
import { createProject, finishInitialSetup, listProjects } from "@cairn/contract/projects";
import { createService, listServices } from "@cairn/contract/services";

import { withActor, type Ctx } from "#server/ctx.ts";
import { importRepository } from "#server/domain/repositories/connecting/import-repository.ts";

import { signInAsClient } from "./api-client.ts";
import type { DemoState } from "./demo-account.ts";

/** A first product from a git repository on this machine, for people who want to see their own code at once. */
export async function seedRepository(ctx: Ctx, state: DemoState, repositoryPath: string): Promise<void> {
  const absolute = path.resolve(repositoryPath);
  const folder = path.basename(absolute).replace(/\.git$/, "");
  const name = folder.slice(0, 50).padEnd(2, "-");
  const account = { ...state, firstName: "Local", lastName: "Owner" };
  const client = await signInAsClient(ctx.settings.addresses, account);
  const [known] = (await client.call(listOrganizations, { params: {} })).content;
  const organization =
    known ?? (await client.call(createOrganization, { params: {}, body: { name: "My organization" } }));
  const { organizationId } = organization;
  const [knownProject] = (await client.call(listProjects, { params: { organizationId } })).content;
  const project = knownProject ?? (await client.call(createProject, { params: { organizationId }, body: { name } }));
  const params = { organizationId, projectId: project.projectId };
  // Whoever starts the server with a repository has said all there is to say; its description comes with its pages.
  await client.call(finishInitialSetup, { params, body: { skip: true } });
  const system = withActor(ctx, { kind: "system", organizationId });
  const { repositoryId } = await importRepository(system, { ...params, path: absolute });
  const services = await client.call(listServices, { params });
  if (services.total > 0) return;
  const description = `The repository ${folder}, imported from this machine`;
  await client.call(createService, {
    params,
    body: { name, description, type: "fullstack", repository: { repositoryId } },
  });
}
