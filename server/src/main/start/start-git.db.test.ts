import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

import { expect, it } from "vitest";

import { createClosedSandbox } from "#server/platform/sandbox/create-sandbox.ts";
import { createTestWorld } from "#server/testing/test-ctx.ts";

import { checkReadiness } from "./check-readiness.ts";
import { startGit } from "./start-git.ts";

it("starts without SSH when its port is taken, and says so", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const world = await createTestWorld({ SSH_PORT: String(port) });
  try {
    const git = await startGit(world.ctx);
    const { ssh } = await checkReadiness({
      services: { ...world.ctx, sandbox: createClosedSandbox("/nonexistent") },
      runtimeRole: { role: null, isWalled: true, note: null },
      sshNote: git.sshNote,
    });
    expect(ssh).toEqual({
      isReady: true,
      note: `Git is not served over SSH. Port ${port} is already in use. Stop the other program, or set SSH_PORT to another one.`,
    });
    await git.close();
    taken.close();
    await once(taken, "close");
    const again = await startGit(world.ctx);
    expect(again.sshNote).toBeNull();
    await again.close();
  } finally {
    await world.close();
  }
});
