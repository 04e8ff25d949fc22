import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, expect, it, vi } from "vitest";

import { startRelayed } from "./start-relayed.ts";

/** Programs in the place of Docker's, whose containers do what they like. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "cairn-relayed-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Says as a container says it that it ended well: `/exit/0`, asked over HTTP/2. */
const saysExit = String.raw`printf 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0\0\0\16\1\5\0\0\0\1\202\206\4\7/exit/0\1\1x'`;

/** Removing takes a while, and is written down when it is over. */
async function pretendDocker(name: string, run: string) {
  const [docker, log] = [path.join(folder, name), path.join(folder, `${name}.log`)];
  const script = `#!/bin/sh
trap '' TERM HUP
case $1 in rm) sleep 3; echo "removed $4" >> ${log};; run) echo "$$" > ${log}.pid; ${run};; esac
`;
  await writeFile(docker, script, { mode: 0o755 });
  return { docker, readLog: () => readFile(log, "utf8").catch(() => "") };
}

function start(docker: string) {
  const order = { command: ["/bin/true"], env: {}, folder: "/work", sockets: [], memoryBytes: 1 };
  const call = {
    docker,
    args: ["run"],
    name: "one",
    order: async () => order,
    socketFolders: [],
    onOverMemory: () => undefined,
  };
  const walled = startRelayed(call);
  walled.stdout.on("error", () => undefined).resume();
  walled.stderr.on("error", () => undefined).resume();
  return walled;
}

it.each([
  ["says nothing", "while :; do sleep 1; done"],
  ["says what nobody understands, for ever", "exec cat /dev/zero"],
  ["closes what it says", "exec >&-; while :; do sleep 1; done"],
  ["begins well and goes on for ever", `${saysExit}; exec cat /dev/zero`],
])("ends a container that %s, and waits until it is gone", async (what, run) => {
  const { docker, readLog } = await pretendDocker(what.replaceAll(/\W/g, ""), run);
  const walled = start(docker);
  const startedAt = performance.now();
  const timer = setTimeout(() => walled.kill(), 300);
  await walled.ended;
  clearTimeout(timer);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  expect(await readLog()).toContain("removed one");
});

it("ends one that nobody kills as soon as it is not understood", async () => {
  const { docker, readLog } = await pretendDocker("alone", "exec cat /dev/zero");
  expect(await start(docker).ended).toMatchObject({ exitCode: null });
  expect(await readLog()).toContain("removed one");
});

it("removes a container whose server was killed, whatever runs in there", async () => {
  const { docker, readLog } = await pretendDocker("orphan", `trap '' PIPE; while :; do sleep 0.2; done`);
  const program = `
    import { startRelayed } from ${JSON.stringify(new URL("start-relayed.ts", import.meta.url).href)};
    startRelayed({ docker: ${JSON.stringify(docker)}, args: ["run"], name: "one", order: async () => ({}), socketFolders: [], onOverMemory() {} });
    console.log("on");`;
  const server = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(server.stdout, "data");
  expect(await readLog()).toBe("");
  server.kill("SIGKILL");
  await vi.waitUntil(async () => (await readLog()) !== "", { timeout: 15_000 });
  expect(await readLog()).toBe("removed one\n");
  process.kill(Number(await readFile(`${docker}.log.pid`, "utf8")), "SIGKILL");
});
