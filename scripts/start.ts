/** `npm start`: builds what changed and runs everything in this process. See `--help`. */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";

import { seedFirstStart } from "../server/src/main/seed/seed-first-start.ts";
import { startCairn, stopOnSignals } from "../server/src/main/start/start-cairn.ts";
import { buildWebIfChanged, webDirectory } from "./build-web.ts";
import { findBubblewrap } from "./find-bubblewrap.ts";
import { findDockerImage } from "./find-docker.ts";
import { findPodman } from "./find-podman.ts";

const help = `npm start -- [options]
  --repo PATH      import this local git repository as the first product instead of the demo
  --no-demo        start with an empty workspace
  --port NUMBER    listen here (PORT, 4000)
  --data-dir PATH  keep everything here (DATA_DIR, ./data)`;

const { values } = parseArgs({
  options: {
    repo: { type: "string" },
    "no-demo": { type: "boolean", default: false },
    port: { type: "string" },
    "data-dir": { type: "string" },
    help: { type: "boolean", default: false },
  },
});

async function start(): Promise<void> {
  if (values.repo !== undefined && !existsSync(values.repo)) throw new Error(`There is nothing at ${values.repo}`);
  await buildWebIfChanged();
  const running = await startCairn({
    env: process.env,
    overrides: { port: values.port, dataDir: values["data-dir"] },
    webDirectory,
    parts: { server: true, worker: true },
  });
  stopOnSignals(running);
  console.log(`${running.services.settings.appName} is ready at ${running.address}`);
  // Only runs of tasks need it, so nobody waits for its installation.
  const { sandbox, image } = running.services.settings.runs;
  if (sandbox === "bubblewrap") void findBubblewrap().catch(tellWithoutRuns);
  if (sandbox === "podman") void findPodman().catch(tellWithoutRuns);
  if (sandbox === "docker") void findDockerImage(image).catch(tellWithoutRuns);
  await seedFirstStart(running, {
    hasDemo: !values["no-demo"],
    repositoryPath: values.repo ?? null,
    onUsable: ({ email, password }) => console.log(`Demo sign-in: ${email}  password: ${password}`),
  });
}

function tellWithoutRuns(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  console.log(`Tasks cannot be run by agents yet: ${reason} (/readyz tells when they can.)`);
}

if (values.help) {
  console.log(help);
} else {
  try {
    await start();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
