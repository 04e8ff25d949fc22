import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import type { Implementation } from "@cairn/contract/implementations";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

import type { RunCtx } from "#server/domain/implementations/phases/run-context.ts";
import { getImplementationLog } from "#server/domain/implementations/reading/get-implementation-log.ts";
import {
  claim,
  makeRunProject,
  read,
  work,
  type RunProject,
} from "#server/domain/implementations/testing/run-world.ts";
import { serveRunTools } from "#server/http/mcp/serve-run-tools.ts";
import { startModelServer, type ModelServer } from "#server/testing/fakes/model-server.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import type { AgentAction } from "./testing/agent-action.ts";
import { agentEnvironment, answerWith, installTestAgent, startAgent } from "./testing/agent-world.ts";

/** Coding agents that want more than their task, each a whole run. */
vi.setConfig({ testTimeout: 300_000 });

const execute = promisify(execFile);

let vendor: ModelServer;
let installed: Awaited<ReturnType<typeof installTestAgent>>;
let world: TestWorld;
let project: RunProject;
beforeAll(async () => {
  vendor = await startModelServer();
  installed = await installTestAgent();
  world = await createTestWorld(agentEnvironment(installed.folder, vendor));
  project = await makeRunProject(world);
});
afterAll(async () => {
  await world.close();
  await installed.remove();
  await vendor.close();
});

async function implementWith(...actions: AgentAction[]): Promise<{ implementation: Implementation; log: string }> {
  answerWith(vendor, actions);
  const begun = await startAgent(project);
  const product: RunCtx["product"] = {
    openCtx: async () => project.system,
    serveTools: (connection, guest) => serveRunTools(world.ctx, [], { connection, guest }),
  };
  await work(world, await claim(world, begun), (ctx) => ({ ...ctx, product }));
  const implementation = await read(project, begun);
  const { organizationId, projectId } = project;
  const { implementationId, task } = begun;
  const key = { organizationId, projectId, taskId: task.taskId, implementationId, after: 0, limit: 1_000 };
  const { entries } = await getImplementationLog(project.ctx, key);
  // Without the commands themselves.
  const said = entries.map(({ text }) => text).filter((text) => !text.startsWith("Used: "));
  return { implementation, log: said.join("\n") };
}

it("reach neither the database nor what would let them in", async () => {
  const { hostname, port, searchParams, password } = new URL(world.connectionString);
  const host = searchParams.get("host") ?? hostname;
  const socket = path.join(host.startsWith("/") ? host : "/var/run/postgresql", `.s.PGSQL.${port || 5432}`);
  const places = [{ host: host.startsWith("/") ? "127.0.0.1" : host, port: Number(port || 5432) }, { path: socket }];
  const dial = `
    for (const place of ${JSON.stringify(places)}) {
      const socket = require("node:net").connect(place);
      socket.on("connect", () => { console.log("REACHED"); socket.destroy(); });
      socket.on("error", ({ code }) => console.log("unreached", code));
    }`;
  expect((await execute(process.execPath, ["-e", dial])).stdout).toContain("REACHED");
  const look = "env; cat /proc/*/environ; cat ~/.pgpass /root/.pgpass; ls -a /var/run /run /tmp";
  const { log } = await implementWith(
    { do: "run", command: `node -e '${dial}'; ${look}; ls ${world.dataDirectory}` },
    { do: "write", path: "src/tides.ts", text: "export const low = 0.4;\n" },
  );
  expect(log).toContain("unreached");
  expect(log).not.toContain("REACHED");
  expect(log).not.toContain("PGSQL.");
  expect(log).not.toMatch(/DATABASE_URL|PGPASSWORD|postgres(?:ql)?:\/\//);
  if (password !== "") expect(log).not.toContain(password);
  for (const name of await readdir(world.dataDirectory)) expect(log.split("\n")).not.toContain(name);
});

it("write what no database holds without an end to their run", async () => {
  const { implementation, log } = await implementWith(
    { do: "run", command: "printf 'one\\0two'" },
    { do: "say", text: "half \ud800 a character\u0000" },
    { do: "write", path: "src/tides.ts", text: "export const low = 0.3;\n" },
  );
  expect(implementation.outcome).toBe("completed");
  expect(log).toContain("one\uFFFDtwo");
  expect(log).toContain("half \uFFFD a character");
});

it("win no race for a link in a file's place: nothing of this machine is taken with their change", async () => {
  const secret = path.join(world.dataDirectory, "secret.txt");
  await writeFile(secret, "canary-e07d\n");
  const swap = (target: string) =>
    `ln -sfn ${target} l; mv -T src/tides.ts k; mv -T l src/tides.ts; mv -T src/tides.ts l; mv -T k src/tides.ts`;
  const targets = [secret, "/etc/shadow", "/proc/self/environ"].map((target) => swap(target)).join("; ");
  const race = `cd /work; while :; do ${targets}; done`;
  const { implementation } = await implementWith(
    { do: "write", path: "more.md", text: "more\n" },
    { do: "run", command: `setsid sh -c '${race}' > /dev/null 2>&1 & sleep 0.5; echo racing` },
    { do: "run", command: "sleep 2; echo still racing" },
  );
  // It ends with the agent, at whatever place it was; what stands there is taken or refused by name.
  expect(["completed", "failed"]).toContain(implementation.outcome);
  const objects = await project.git("cat-file", "--batch-all-objects", "--batch", "--buffer");
  expect(objects).not.toMatch(/canary-e07d|root:[*!$x]|GIT_DIR/);
  expect(await readFile(secret, "utf8")).toBe("canary-e07d\n");
});
