import { setTimeout as wait } from "node:timers/promises";

import { createOrganization } from "@cairn/contract/organizations";
import { listArtifacts } from "@cairn/contract/pages";
import { createProject } from "@cairn/contract/projects";
import { listRepositories, type Repository } from "@cairn/contract/repositories";

import { signInAsClient, type ApiClient } from "../../server/src/main/seed/api-client.ts";
import { startCairn, type RunningCairn } from "../../server/src/main/start/start-cairn.ts";
import { findFreePort } from "../../server/src/testing/find-free-port.ts";
import { git } from "./git.ts";
import { person } from "./sign-in.ts";

export interface HostedProduct {
  running: RunningCairn;
  client: ApiClient;
  params: { organizationId: string; projectId: string; repositoryId: string };
  /** With the access token in it, as a credential helper would give it to git. */
  address: string;
}

const pollMs = 10;
/** There is a job between an index and the writing of its pages. */
const restMs = 300;
const restfulLooks = 5;

/** The product with one hosted repository that gets all commits of `source`, indexed. The caller stops it. */
export async function startHostedProduct(options: {
  dataDirectory: string;
  source: string;
  webDirectory: string | null;
  /** Settings beside those of every bench. */
  env?: Record<string, string>;
}): Promise<HostedProduct> {
  const running = await startCairn({
    env: {
      DATA_DIR: options.dataDirectory,
      PORT: String(await findFreePort()),
      SSH_PORT: "0",
      LOG_LEVEL: "error",
      RATE_LIMITS: "off",
      ...options.env,
    },
    webDirectory: options.webDirectory,
    parts: { server: true, worker: true },
  });
  const client = await signInAsClient(running.services.settings.addresses, person);
  const { organizationId } = await client.call(createOrganization, { params: {}, body: { name: "Northquay" } });
  const product = await addHostedProduct(client, { organizationId, name: "Packages", source: options.source });
  return { running, client, ...product };
}

/** One more product in that organization, with a hosted repository that gets all commits of `source`, indexed. */
export async function addHostedProduct(
  client: ApiClient,
  { organizationId, name, source }: { organizationId: string; name: string; source: string },
): Promise<Pick<HostedProduct, "params" | "address">> {
  const { projectId } = await client.call(createProject, {
    params: { organizationId },
    body: { name, repository: { type: "new" } },
  });
  const project = { organizationId, projectId };
  // It is empty until the push.
  const { content } = await client.call(listRepositories, { params: project });
  const [repository] = content;
  if (!repository) throw new Error("The product has no repository");
  const { repositoryId, clone } = repository;
  const address = new URL(clone.http ?? "");
  address.username = "ada";
  address.password = client.accessToken ?? "";
  await git(["--git-dir", source, "push", "--quiet", "--force", address.href, "HEAD:refs/heads/main"]);
  const head = (await git(["--git-dir", source, "rev-parse", "HEAD"])).trim();
  await untilIndexed(client, project, ({ indexing }) => indexing.commit === head);
  return { params: { ...project, repositoryId }, address: address.href };
}

/** Waits until no page is being written, which a push sets off and which takes the machine for some seconds. */
export async function untilWritten({ client, params }: Pick<HostedProduct, "client" | "params">): Promise<void> {
  const { organizationId, projectId } = params;
  for (let restful = 0; restful < restfulLooks;) {
    const { content } = await client.call(listArtifacts, { params: { organizationId }, query: { projectId } });
    restful = content.length > 0 && content.every((page) => !page.isUpdating) ? restful + 1 : 0;
    await wait(restMs);
  }
}

async function untilIndexed(
  client: ApiClient,
  params: { organizationId: string; projectId: string },
  isWanted: (repository: Repository) => boolean,
): Promise<Repository> {
  for (;;) {
    const { content } = await client.call(listRepositories, { params });
    const found = content.find((one) => one.indexing.state === "ready" && isWanted(one));
    if (found) return found;
    await wait(pollMs);
  }
}
