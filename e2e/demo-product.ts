/**
 * The whole product with its demo, on the data directory of its settings. Sends its facts once the demo's code is
 * indexed and its pages are written, which is at once where the directory has them already.
 */
import { setTimeout as wait } from "node:timers/promises";

import { listArtifacts } from "@cairn/contract/pages";
import { getInitialSetup, listProjects } from "@cairn/contract/projects";
import { getTaskBoard } from "@cairn/contract/tasks";

import { signInAsClient } from "../server/src/main/seed/api-client.ts";
import type { DemoState } from "../server/src/main/seed/demo-account.ts";
import { seedFirstStart } from "../server/src/main/seed/seed-first-start.ts";
import { startCairn, stopOnSignals, type RunningCairn } from "../server/src/main/start/start-cairn.ts";
import { webDirectory } from "./web-directory.ts";

/** Each look is work for the product, which has enough of it until then. */
const pollMs = 1_000;

/** Stories about the demo begin when its code is indexed, its pages are written and its runs have ended. */
async function untilDemoIsWritten({ services }: RunningCairn, account: DemoState): Promise<void> {
  const person = { ...account, firstName: "Ada", lastName: "Okafor" };
  const client = await signInAsClient(services.settings.addresses, person);
  const organizationId = "northquay";
  const { content: products } = await client.call(listProjects, { params: { organizationId } });
  const isWritten = async (projectId: string) => {
    const { progress, setupComplete } = await client.call(getInitialSetup, { params: { organizationId, projectId } });
    if (!setupComplete || progress < 100) return false;
    const pages = await client.call(listArtifacts, { params: { organizationId }, query: { projectId } });
    const { cards } = await client.call(getTaskBoard, { params: { organizationId, projectId } });
    return pages.content.every((page) => !page.isUpdating) && cards.every((card) => !card.isRunning);
  };
  for (const { projectId } of products) while (!(await isWritten(projectId))) await wait(pollMs);
}

const running = await startCairn({ env: process.env, webDirectory, parts: { server: true, worker: true } });
stopOnSignals(running);
// The parent process may be killed before it can stop this one.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
const account = await seedFirstStart(running, { hasDemo: true, repositoryPath: null });
if (!account) throw new Error("The demo was not seeded");
await untilDemoIsWritten(running, account);
process.send?.({ address: running.address, email: account.email, password: account.password });
