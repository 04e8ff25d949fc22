import { expect, it } from "vitest";

import type { CommandEnd } from "#server/platform/sandbox/port/sandbox-port.ts";

import { createCheck } from "./check-walls.ts";

const said = [
  "NoNewPrivs:1",
  "Seccomp:2",
  "CapEff:0000000000000000",
  "CapBnd:0000000000000000",
  "Uid:1000",
  "Interfaces:lo,",
  "git version 2.45.0",
].join("\n");
const counts = { outputBytes: 0, durationMs: 1 };
const well: CommandEnd = { reason: "exited", exitCode: 0, signal: null, message: "ended with exit code 0", ...counts };
const killed: CommandEnd = {
  ...well,
  reason: "signal",
  exitCode: null,
  signal: "SIGKILL",
  message: "was ended by the signal SIGKILL",
};

async function check(...answers: { end: CommandEnd; stdout: string }[]) {
  const asked = [...answers];
  const probe = async () => ({ stderr: "", ...(asked.shift() ?? { end: killed, stdout: "" }) });
  return { ...(await createCheck(probe, { neededFolders: [], closed: [] })()), left: asked.length };
}

it("asks once more where what it asked was killed before it had said everything", async () => {
  const good = { end: well, stdout: said };
  expect(await check({ end: killed, stdout: "" }, good)).toMatchObject({ isUsable: true });
  expect(await check({ end: killed, stdout: said.slice(0, 40) }, good)).toMatchObject({ isUsable: true });
});

it("believes walls that are open at once, and says how what it asked ended", async () => {
  const open = { end: well, stdout: said.replace("Interfaces:lo,", "Interfaces:lo,eth0,") };
  expect(await check(open, { end: well, stdout: said })).toMatchObject({ isUsable: false, left: 1 });
  const unsaid = { end: killed, stdout: said.replace("git version 2.45.0", "") };
  expect(await check(unsaid, unsaid)).toMatchObject({ reason: expect.stringContaining("SIGKILL") });
});
