import { AppError } from "@cairn/contract/errors";

import type { Sandbox, WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";
import { insidePaths } from "#server/platform/sandbox/work-copy/work-copy-folders.ts";

const timeoutMs = 20_000;
/** What commands left in the way goes. */
const writing = `
set -eu
folder=$(dirname -- "$1")
[ -d "$folder" ] || { rm -rf -- "$folder"; mkdir -p -- "$folder"; }
rm -rf -- "$1"
cat > "$1"
chmod "$2" -- "$1"
`;

interface CopyFile {
  /** From the top of the work copy. */
  path: string;
  /** Null: it goes. */
  content: Buffer | null;
  isProgram: boolean;
  signal: AbortSignal;
}

/** Gives a file of a work copy this content, from behind the walls. Throws an AppError where that does not work. */
export async function writeIntoCopy(
  sandbox: Pick<Sandbox, "start">,
  workCopy: WorkCopy,
  { path, content, isProgram, signal }: CopyFile,
): Promise<void> {
  const inside = `${insidePaths.tree}/${path}`;
  const command =
    content === null
      ? ["/bin/rm", "-rf", "--", inside]
      : ["/bin/sh", "-c", writing, "write", inside, isProgram ? "755" : "644"];
  const { stdin, ended } = sandbox.start(command, { workCopy, limits: { wallMs: timeoutMs }, signal });
  stdin.end(content ?? undefined);
  const { exitCode, message } = await ended;
  signal.throwIfAborted();
  if (exitCode !== 0) {
    throw new AppError("unavailable", { message: `${path} could not be written for the command: ${message}` });
  }
}
