import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { seedFirstStart } from "../server/src/main/seed-first-start.ts";
import { startCairn } from "../server/src/main/start-cairn.ts";
import { unpackBundle } from "../server/src/platform/git/unpack-bundle.ts";
import { startGitHttpServer } from "../server/src/testing/git-http-server.ts";

const bundle = fileURLToPath(new URL("../server/demo/quay-signs.bundle", import.meta.url));
const webDirectory = fileURLToPath(new URL("../web/dist", import.meta.url));

/**
 * The whole product on an empty data directory with its demo, and a code host that serves a repository over HTTP. What the
 * stories need to know of them is left in the environment.
 */
async function startProduct(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(path.join(os.tmpdir(), "cairn-stories-"));
  const repositories = path.join(directory, "repositories");
  await unpackBundle(bundle, path.join(repositories, "quay-signs.git"));
  const gitHost = await startGitHttpServer({ root: repositories, host: "127.0.0.1" });
  const port = await findFreePort();
  const running = await startCairn({
    env: {
      DATA_DIR: path.join(directory, "data"),
      PORT: String(port),
      EGRESS_ALLOW: gitHost.endpoint,
      LOG_LEVEL: "error",
      RATE_LIMITS: "off",
    },
    webDirectory,
    parts: { server: true, worker: true },
  });
  const account = await seedFirstStart(running, { hasDemo: true, repositoryPath: null });
  if (!account) throw new Error("The demo was not seeded");
  Object.assign(process.env, {
    STORY_ADDRESS: running.address,
    STORY_GIT_ADDRESS: gitHost.origin,
    STORY_EMAIL: account.email,
    STORY_PASSWORD: account.password,
  });
  return async () => {
    await running.stop();
    await gitHost.close();
    await rm(directory, { recursive: true, force: true });
  };
}

function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

// Playwright takes its global set-up from the default export.
// oxlint-disable-next-line import/no-default-export -- the runner asks for it
export default startProduct;
