import { chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";

import { needs, refuseDocker } from "./docker/explain-docker.ts";
import type { WalledCommand } from "./open-walls.ts";
import type { SandboxedCommand, SandboxLimits } from "./port/sandbox-port.ts";
import type { RunProbe } from "./readiness/check-walls.ts";
import { chooseAccount, type SandboxAccount } from "./walls/sandbox-account.ts";

interface ProbeParts {
  limits: SandboxLimits;
  startBehindWalls: (walled: WalledCommand) => SandboxedCommand;
  environment: () => Record<string, string>;
  /** Whether the files inside are an image's: numbers of accounts are the machine's then, and its folders may not be there. */
  isOfImage: boolean;
  /** Throws where it is known that there can be no walls. */
  require: () => Promise<void>;
  /** For a folder to write in. */
  place: string;
}

/** What only an image can lack, a line each, and whether its work copies are those of this machine. */
const imageScript = `
touch /work/probe && echo Work:written
echo "Node:$(node --version)"
`;
const leastNode = 24;

/** Runs a script behind the walls as a command is run. */
export function createProbe({
  limits,
  startBehindWalls,
  environment,
  isOfImage,
  place,
  require,
}: ProbeParts): RunProbe {
  return async (script) => {
    const output = { stdout: "", stderr: "" };
    await require();
    const account = chooseAccount();
    const folder = isOfImage ? await makeFolder(place, account) : null;
    try {
      const { ended } = startBehindWalls({
        command: ["/bin/sh", "-c", isOfImage ? script + imageScript : script],
        isOwn: true,
        mounts: folder === null ? [] : [{ source: folder, target: "/work", isWritable: true }],
        env: environment(),
        folder: "/",
        account,
        limits: { ...limits, wallMs: 10_000 },
        onOutput: (piece, stream) => (output[stream] += piece.toString("utf8")),
      });
      const end = await ended;
      if (isOfImage && end.exitCode === 0) requireImage(output.stdout);
      return { end, ...output, ...(isOfImage ? { uid: account?.uid ?? process.getuid?.() } : {}) };
    } finally {
      if (folder !== null) await rm(folder, { recursive: true, force: true });
    }
  };
}

async function makeFolder(place: string, account: SandboxAccount | null): Promise<string> {
  await mkdir(place, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(path.join(place, "probe-"));
  if (account !== null) await chown(folder, account.uid, account.gid);
  return folder;
}

/** Throws an AppError with the cure where an image or its engine is not what commands need. */
function requireImage(said: string): void {
  const [, version = "0"] = /^Node:v?(\d+)/m.exec(said) ?? [];
  if (!said.includes("Work:written")) {
    throw refuseDocker(
      "the account that commands run as may not write into its work copy. The engine may map accounts or share folders read-only.",
    );
  }
  if (Number(version) < leastNode) throw refuseDocker(`the image's Node.js is older than ${leastNode}. ${needs}`);
}
