import { mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { unpackBundle } from "../server/src/platform/git/hosting/unpack-bundle.ts";
import { runGit } from "../server/src/platform/git/process/run-git.ts";
import { findFreePort } from "../server/src/testing/find-free-port.ts";
import { startGitHttpServer } from "../server/src/testing/git-http-server.ts";
import { runProduct } from "./run-product.ts";

const bundle = fileURLToPath(new URL("../server/demo/quay-signs.bundle", import.meta.url));

/**
 * What all stories share: two code hosts, of which one serves a repository and an empty one over HTTP and the other
 * asks for a password; a product that answers with a language model; and the data directory of a product whose demo is
 * indexed and written, from which each worker starts a product of its own. Their addresses are passed to the stories in
 * the environment.
 */
async function startHosts(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(path.join(os.tmpdir(), "cairn-stories-"));
  const repositories = path.join(directory, "repositories");
  await unpackBundle(bundle, path.join(repositories, "quay-signs.git"));
  const empty = path.join(repositories, "empty.git");
  await mkdir(empty);
  await runGit({ directory: empty, args: ["init", "--quiet", "--bare"] });
  const gitHost = await startGitHttpServer({ root: repositories, host: "127.0.0.1" });
  const privateHost = await startGitHttpServer({ root: repositories, host: "127.0.0.1" });
  privateHost.behaviour.credential = { username: "ada", password: "not known here" };
  const demoDirectory = path.join(directory, "demo");
  const [account, withModel] = await Promise.all([
    writeDemo(demoDirectory),
    runProduct("model-product.ts", {
      DATA_DIR: path.join(directory, "model"),
      PORT: String(await findFreePort()),
      SSH_PORT: "0",
      STORY_REPOSITORY: path.join(repositories, "quay-signs.git"),
    }),
  ]);
  Object.assign(process.env, {
    STORY_DIRECTORY: directory,
    STORY_DEMO_DIRECTORY: demoDirectory,
    STORY_GIT_ADDRESS: gitHost.origin,
    STORY_PRIVATE_GIT_ADDRESS: privateHost.origin,
    STORY_EGRESS: `${gitHost.endpoint},${privateHost.endpoint}`,
    STORY_REPOSITORIES: repositories,
    STORY_EMAIL: account.email,
    STORY_PASSWORD: account.password,
    STORY_MODEL_ADDRESS: withModel.address,
    STORY_MODEL_EMAIL: withModel.email,
    STORY_MODEL_PASSWORD: withModel.password,
  });
  return async () => {
    await withModel.stop();
    await gitHost.close();
    await privateHost.close();
    await rm(directory, { recursive: true, force: true });
  };
}

/** Runs the product until its demo is written; its directory can be copied afterwards. */
async function writeDemo(directory: string): Promise<{ email: string; password: string }> {
  const env = { DATA_DIR: directory, PORT: String(await findFreePort()), SSH_PORT: "0" };
  const product = await runProduct("demo-product.ts", env);
  await product.stop();
  return product;
}

// Playwright takes its global set-up from the default export.
// oxlint-disable-next-line import/no-default-export -- the runner asks for it
export default startHosts;
