import { mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { listArtifacts } from "@cairn/contract/pages";
import { getInitialSetup, listProjects } from "@cairn/contract/projects";

import { signInAsClient } from "../server/src/main/seed/api-client.ts";
import type { DemoState } from "../server/src/main/seed/demo-account.ts";
import { seedFirstStart } from "../server/src/main/seed/seed-first-start.ts";
import { startCairn, type RunningCairn } from "../server/src/main/start/start-cairn.ts";
import { unpackBundle } from "../server/src/platform/git/hosting/unpack-bundle.ts";
import { runGit } from "../server/src/platform/git/process/run-git.ts";
import { findFreePort } from "../server/src/testing/find-free-port.ts";
import { startGitHttpServer } from "../server/src/testing/git-http-server.ts";
import { startModelProduct } from "./start-model-product.ts";

const bundle = fileURLToPath(new URL("../server/demo/quay-signs.bundle", import.meta.url));
/** Another build of the web app may be named, to try a story without touching the one in use. */
const webDirectory = process.env.STORY_WEB_DIRECTORY ?? fileURLToPath(new URL("../web/dist", import.meta.url));

/**
 * The whole product on an empty data directory with its demo, and two code hosts: one serves a repository and an empty
 * one over HTTP, the other asks for a password. Beside it a second one that answers with a language model. What the stories need to know of them is left in the environment.
 */
async function startProduct(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(path.join(os.tmpdir(), "cairn-stories-"));
  const repositories = path.join(directory, "repositories");
  await unpackBundle(bundle, path.join(repositories, "quay-signs.git"));
  const empty = path.join(repositories, "empty.git");
  await mkdir(empty);
  await runGit({ directory: empty, args: ["init", "--quiet", "--bare"] });
  const gitHost = await startGitHttpServer({ root: repositories, host: "127.0.0.1" });
  const privateHost = await startGitHttpServer({ root: repositories, host: "127.0.0.1" });
  privateHost.behaviour.credential = { username: "ada", password: "not known here" };
  const sshPort = String(await findFreePort());
  const running = await startCairn({
    env: {
      DATA_DIR: path.join(directory, "data"),
      PORT: String(await findFreePort()),
      SSH_PORT: sshPort,
      EGRESS_ALLOW: `${gitHost.endpoint},${privateHost.endpoint}`,
      LOG_LEVEL: "error",
      RATE_LIMITS: "off",
    },
    webDirectory,
    parts: { server: true, worker: true },
  });
  const account = await seedFirstStart(running, { hasDemo: true, repositoryPath: null });
  if (!account) throw new Error("The demo was not seeded");
  await untilDemoIsWritten(running, account);
  const withModel = await startModelProduct({
    repositoryPath: path.join(repositories, "quay-signs.git"),
    webDirectory,
  });
  Object.assign(process.env, {
    STORY_ADDRESS: running.address,
    STORY_GIT_ADDRESS: gitHost.origin,
    STORY_PRIVATE_GIT_ADDRESS: privateHost.origin,
    STORY_REPOSITORIES: repositories,
    STORY_SSH_PORT: sshPort,
    STORY_EMAIL: account.email,
    STORY_PASSWORD: account.password,
    STORY_MODEL_ADDRESS: withModel.address,
    STORY_MODEL_EMAIL: withModel.account.email,
    STORY_MODEL_PASSWORD: withModel.account.password,
  });
  return async () => {
    await running.stop();
    await withModel.stop();
    await gitHost.close();
    await privateHost.close();
    await rm(directory, { recursive: true, force: true });
  };
}

const pollMs = 200;

/** Stories about the demo begin where its code is indexed and its pages stand. */
async function untilDemoIsWritten({ services }: RunningCairn, account: DemoState): Promise<void> {
  const person = { ...account, firstName: "Ada", lastName: "Okafor" };
  const client = await signInAsClient(services.settings.addresses, person);
  const organizationId = "northquay";
  const { content: products } = await client.call(listProjects, { params: { organizationId } });
  const isWritten = async (projectId: string) => {
    const { progress, setupComplete } = await client.call(getInitialSetup, { params: { organizationId, projectId } });
    const pages = await client.call(listArtifacts, { params: { organizationId }, query: { projectId } });
    return setupComplete && progress === 100 && pages.content.every((page) => !page.isUpdating);
  };
  for (const { projectId } of products) while (!(await isWritten(projectId))) await wait(pollMs);
}

// Playwright takes its global set-up from the default export.
// oxlint-disable-next-line import/no-default-export -- the runner asks for it
export default startProduct;
