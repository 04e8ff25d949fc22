import { setTimeout as wait } from "node:timers/promises";

import { type Implementation, getImplementation, startImplementation } from "@cairn/contract/implementations";
import { updateServiceCommands } from "@cairn/contract/service-commands";
import { createService } from "@cairn/contract/services";
import { createTask } from "@cairn/contract/tasks";

import type { HostedProduct } from "./hosted-product.ts";

/** A service of the repository, to which tasks are given. */
export async function addService({
  client,
  params: { organizationId, projectId, repositoryId },
}: HostedProduct): Promise<string> {
  const body = {
    name: "Packages",
    description: "Sources of many packages of this checkout",
    type: "library",
    repository: { repositoryId },
  } as const;
  return (await client.call(createService, { params: { organizationId, projectId }, body })).serviceId;
}

/** Chooses the only command of the service: one that tests. */
export async function chooseTest(
  { client, params }: HostedProduct,
  serviceId: string,
  test: string | null,
): Promise<void> {
  const none = { use: "none" } as const;
  const { organizationId, projectId } = params;
  await client.call(updateServiceCommands, {
    params: { organizationId, projectId, serviceId },
    body: { install: none, build: none, lint: none, test: test === null ? none : { use: "command", command: test } },
  });
}

export type RunKey = { organizationId: string; projectId: string; taskId: string; implementationId: string };

/** Begins the implementation of a task whose description holds this diff. */
export async function startRun({ client, params }: HostedProduct, serviceId: string, patch: string): Promise<RunKey> {
  const { organizationId, projectId } = params;
  const body = { title: "Change", state: "todo", description: `\`\`\`diff\n${patch}\`\`\`\n`, serviceId } as const;
  const { taskId } = await client.call(createTask, { params: { organizationId, projectId }, body });
  const inTask = { organizationId, projectId, taskId };
  const { implementationId } = await client.call(startImplementation, { params: inTask, body: { engine: "diff" } });
  return { ...inTask, implementationId };
}

/** Waits for an implementation that is as it is wanted. */
export async function untilRun(
  { client }: HostedProduct,
  params: RunKey,
  isWanted: (run: Implementation) => boolean,
): Promise<Implementation> {
  for (;;) {
    const run = await client.call(getImplementation, { params });
    if (isWanted(run)) return run;
    await wait(20);
  }
}

/** A diff that adds a file with these lines. */
export function addFile(name: string, lines: readonly string[] = [name]): string {
  return `--- /dev/null\n+++ b/${name}.md\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join("")}`;
}
