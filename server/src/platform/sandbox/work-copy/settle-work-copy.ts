import { AppError } from "@cairn/contract/errors";

import type { WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";

import type { RunOwnCommand } from "./run-own-command.ts";

/**
 * Names of files are taken for patterns, so what means something there is marked. The repository of whoever works there gets
 * them too, as long as it is one: only what we keep counts.
 */
const script = String.raw`
set -eu
git reset --quiet --hard
mkdir -p "$GIT_DIR/info"
git ls-files --others --exclude-standard --directory -z | sed -z 's/[][\\*?]/\\&/g; s|^|/|' | tr '\000' '\n' >> "$GIT_DIR/info/exclude"
mkdir -p "$GIT_WORK_TREE/.git/info" && cat "$GIT_DIR/info/exclude" >> "$GIT_WORK_TREE/.git/info/exclude" || true
`;

/** Has what was left beside the files of the commit ignored, and brings those back that were changed. */
export async function settleWorkCopy(
  workCopy: WorkCopy,
  { runOwn, signal }: { runOwn: RunOwnCommand; signal?: AbortSignal },
): Promise<void> {
  const { end, stderr } = await runOwn(workCopy, { command: ["/bin/sh", "-c", script], signal });
  if (end.exitCode === 0) return;
  if (end.reason === "stopped") throw new AppError("cancelled", { message: "Stopped." });
  const message = `What an install left could not be told from the files of the commit: git ${end.message}.`;
  throw new AppError("unavailable", { message, cause: new Error(stderr) });
}
