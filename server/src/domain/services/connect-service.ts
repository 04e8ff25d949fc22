import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import { nameOfAddress, readRepositoryAddress, type RepositoryAddress } from "@cairn/contract/repository-address";
import type { NewConnection } from "@cairn/contract/repository-connection";
import { parseRepositoryUrl } from "@cairn/contract/repository-url";
import {
  provisionalDescription,
  type connectService as endpoint,
  type createService as creation,
} from "@cairn/contract/services";
import { validation } from "@cairn/contract/texts";

import type { Ctx } from "#server/ctx.ts";
import { findGithubConnection } from "#server/domain/integrations/find-github-connection.ts";
import { requireProject, type AccessedProject } from "#server/domain/members/require-project.ts";
import { findHostedRepository } from "#server/domain/repositories/catalog/find-hosted-repository.ts";
import { testNewConnection } from "#server/domain/repositories/connecting/test-new-connection.ts";

import { createService } from "./create-service.ts";

type ServiceRepository = NonNullable<InputOf<typeof creation>["repository"]>;

/**
 * A new service from nothing but the address of its repository. The repository is reached first, so that whoever pasted
 * the address hears at once when it is wrong; its main branch comes from there and its name from the address. What it is
 * and does is proposed when its code is indexed.
 */
export async function connectService(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "service.write");
  const address = readRepositoryAddress(input.address);
  if (!address) throw new AppError("invalid_input", { message: validation.urlInvalid });
  const repository = (await findHosted(ctx, project, address)) ?? (await findRemote(ctx, project, address, input));
  const name = nameOfAddress(address).slice(0, 64).padEnd(2, "-");
  const { organizationId, projectId } = project;
  const described = { name, type: "library" as const, description: provisionalDescription(name) };
  return await createService(ctx, { organizationId, projectId, ...described, repository });
}

/** A repository that this server hosts belongs to one product and is not fetched over the network. */
async function findHosted(
  ctx: Ctx,
  { organizationId, projectId, organization }: AccessedProject,
  address: RepositoryAddress,
): Promise<ServiceRepository | null> {
  if (address.type === "github") return null;
  const { host, path } = parseRepositoryUrl(address.url);
  const isHere = host === new URL(ctx.settings.addresses.apiHost).hostname;
  const [slug = "", owner = "", ...before] = path.split("/").toReversed();
  const isGitPath = before.length === 0 || (before.length === 1 && before[0] === "git");
  if (!isHere || !isGitPath || (owner !== organization.slug && owner !== organizationId)) return null;
  const row = await findHostedRepository(ctx, { organizationId, slug });
  if (!row) return null;
  if (row.projectId === projectId) return { repositoryId: row.repositoryId };
  throw new AppError("unprocessable", {
    message: "This repository is one of another product here, and a hosted repository belongs to one product.",
  });
}

/** What is public is read without an account of GitHub; what is not, by the account that is connected here. */
async function findRemote(
  ctx: Ctx,
  { organizationId, projectId }: AccessedProject,
  address: RepositoryAddress,
  { credential }: Pick<InputOf<typeof endpoint>, "credential">,
): Promise<ServiceRepository> {
  const connection = credential ? null : await findGithub(ctx, organizationId, address);
  const chosen = connection ?? toPublic(ctx, address);
  const given = credential ? { credential } : {};
  const { defaultBranch } = await testNewConnection(ctx, { organizationId, projectId, connection: chosen, ...given });
  return { connection: chosen, ...given, ...(defaultBranch === null ? {} : { mainBranch: defaultBranch }) };
}

async function findGithub(ctx: Ctx, organizationId: string, address: RepositoryAddress): Promise<NewConnection | null> {
  const name = githubNameOf(ctx, address);
  if (!ctx.github || !name) return null;
  const found = await findGithubConnection(ctx, { organizationId, ...name });
  return found && { type: "github", ...name };
}

function githubNameOf(ctx: Ctx, address: RepositoryAddress): { owner: string; repo: string } | null {
  if (address.type === "github") return { owner: address.owner, repo: address.repo };
  const { host, path } = parseRepositoryUrl(address.url);
  const [owner, repo, ...more] = path.split("/");
  return host === new URL(githubBase(ctx)).hostname && owner && repo && more.length === 0 ? { owner, repo } : null;
}

function toPublic(ctx: Ctx, address: RepositoryAddress): NewConnection {
  if (address.type !== "github") return address;
  return { type: "url", url: `${githubBase(ctx)}/${address.owner}/${address.repo}` };
}

function githubBase({ settings }: Ctx): string {
  return settings.github?.webBase ?? "https://github.com";
}
