import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { expect, it } from "vitest";

const execute = promisify(execFile);

it("starts threads also in a process whose options are for its main program alone", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "cairn-threads-"));
  try {
    const worker = path.join(folder, "worker.mjs");
    await writeFile(worker, `import { parentPort } from "node:worker_threads"; parentPort.postMessage("here");`);
    const program = `
      import { createWorkerPool } from ${JSON.stringify(new URL("./worker-pool.ts", import.meta.url).href)};
      const thread = createWorkerPool(new URL(${JSON.stringify(pathToFileURL(worker).href)}), 1000).acquire();
      thread.once("message", (said) => {
        process.stdout.write(said);
        void thread.terminate();
      });
    `;
    const { stdout } = await execute(process.execPath, ["--input-type=module", "--eval", program]);
    expect(stdout).toBe("here");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
