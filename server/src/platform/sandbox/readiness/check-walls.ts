import { AppError } from "@cairn/contract/errors";

import type { CommandEnd, SandboxCheck } from "#server/platform/sandbox/port/sandbox-port.ts";
import { findMissing } from "#server/platform/sandbox/walls/toolchains.ts";

/** Runs a script behind the walls, without any work copy. */
export type RunProbe = (script: string) => Promise<ProbeAnswer>;

interface ProbeAnswer {
  end: CommandEnd;
  stdout: string;
  stderr: string;
  /** The account that it must have been; the usual one unless said. */
  uid?: number;
}

/** What the walls say of themselves, a line each. */
const script = `
grep -E '^(NoNewPrivs|Seccomp|CapEff|CapBnd):' /proc/self/status | tr -d '\\t '
echo "Uid:$(id -u)"
echo "Interfaces:$(tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' ' | tr '\\n' ',')"
git --version
`;
const expected = (uid = 1000) => [
  "NoNewPrivs:1",
  "Seccomp:2",
  "CapEff:0000000000000000",
  "CapBnd:0000000000000000",
  `Uid:${uid}`,
  "Interfaces:lo,",
];

const keptWhenUsableMs = 60_000;
const keptWhenNotMs = 5_000;

/** Files that commands see beside those of the system. */
interface NeededFiles {
  /** Of the operator's. */
  neededFolders: readonly string[];
  /** Those of this server's own that commands may not read. */
  closed: readonly string[];
}

/** A check that tries the walls for real; its answer is kept for a while, so that it may be asked for often. */
export function createCheck(runProbe: RunProbe, files: NeededFiles): () => Promise<SandboxCheck> {
  let last: { answer: Promise<SandboxCheck>; until: number } | null = null;
  return async () => {
    if (last !== null && performance.now() < last.until) return await last.answer;
    const answer = checkWalls(runProbe, files);
    const asked = { answer, until: Number.POSITIVE_INFINITY };
    last = asked;
    const { isUsable } = await answer;
    asked.until = performance.now() + (isUsable ? keptWhenUsableMs : keptWhenNotMs);
    return await answer;
  };
}

async function checkWalls(runProbe: RunProbe, { neededFolders, closed }: NeededFiles): Promise<SandboxCheck> {
  const [unreadable] = closed;
  if (unreadable !== undefined) {
    return unusable(`the account that commands run as may not read ${unreadable} (chmod -R a+rX helps)`);
  }
  const [missing] = findMissing(neededFolders);
  if (missing !== undefined) return unusable(`RUN_TOOLCHAINS names ${missing}, which is not there`);
  try {
    const first = await runProbe(script);
    // One that was killed says nothing of the walls.
    const { end, stdout, stderr, uid } = isCut(first) ? await runProbe(script) : first;
    const lines = new Set(stdout.split("\n"));
    const open = expected(uid).filter((line) => !lines.has(line));
    if (open.length > 0) return unusable(`a sandbox was not as closed as it should be (${open.join(", ")})`);
    if (end.exitCode === 0 && stdout.includes("git version")) return { isUsable: true };
    return unusable(`git does not run in a sandbox: ${stderr.trim().split("\n").at(-1) || end.message}`);
  } catch (error) {
    if (error instanceof AppError) return { isUsable: false, reason: error.message };
    throw error;
  }
}

/** Whether it ended before it had said everything. */
function isCut({ end, stdout }: ProbeAnswer): boolean {
  return end.exitCode !== 0 || expected().some((line) => !stdout.includes(line.slice(0, line.indexOf(":") + 1)));
}

function unusable(what: string): SandboxCheck {
  return { isUsable: false, reason: `Commands cannot be run here: ${what}.` };
}
