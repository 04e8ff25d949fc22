import type { Sandbox, WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";
import { insidePaths } from "#server/platform/sandbox/work-copy/work-copy-folders.ts";

const timeoutMs = 20_000;
/** A folder on the way that is a link would take the test elsewhere than where its command looks for it. */
const script = `
set -eu
folder=$(dirname -- "$1")
mkdir -p -- "$folder"
[ "$(realpath -- "$folder")" = "$folder" ] || { echo "its folder is a link to another one"; exit 3; }
rm -rf -- "$1"
cat > "$1"
`;

/**
 * Puts a test of ours over whatever the work copy has at its path. Answers why that could not be done, as the end of a
 * sentence; null where it was.
 */
export async function putCheckFile(
  sandbox: Pick<Sandbox, "start">,
  workCopy: WorkCopy,
  { folder, file, signal }: { folder: string; file: { path: string; content: string }; signal: AbortSignal },
): Promise<string | null> {
  let output = "";
  const path = [insidePaths.tree, folder, file.path].filter((part) => part !== "").join("/");
  const { stdin, ended } = sandbox.start(["/bin/sh", "-c", script, "put", path], {
    workCopy,
    limits: { wallMs: timeoutMs },
    signal,
    onOutput: (piece) => (output = (output + piece.toString("utf8")).slice(0, 500)),
  });
  stdin.end(file.content);
  const { exitCode, message } = await ended;
  if (exitCode === 0) return null;
  return exitCode === 3 ? output.trim() : `${message}${output === "" ? "" : ` (${output.trim()})`}`;
}
