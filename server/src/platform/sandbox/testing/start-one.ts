import { fileURLToPath } from "node:url";

import { createSandbox } from "#server/platform/sandbox/create-sandbox.ts";

import { testWalls } from "./test-walls.ts";

/** A program that stands for this server: `node start-one.ts DATA_DIRECTORY REPOSITORY COMMIT SCRIPT [KEY]`. */
export const starterPath = fileURLToPath(import.meta.url);

/** Runs a script in a work copy of its own, and writes its output and how it ended. With a key the work copy is kept. */
async function startOne(
  dataDirectory: string,
  [repository = "", commit = "", script = "", key]: string[],
): Promise<void> {
  const sandbox = createSandbox({ ...testWalls, dataDirectory });
  const workCopy = await sandbox.makeWorkCopy({ repository, commit });
  if (key !== undefined) await sandbox.keepWorkCopy(workCopy, { key, note: `kept for ${key}` });
  const onOutput = (piece: Buffer) => process.stdout.write(piece);
  const { ended } = sandbox.start(["/bin/bash", "-c", script], { workCopy, onOutput });
  process.stdout.write(`${JSON.stringify(await ended)}\n`);
  await sandbox.removeWorkCopy(workCopy);
}

if (process.argv[1] === starterPath) await startOne(process.argv[2] ?? "", process.argv.slice(3));
