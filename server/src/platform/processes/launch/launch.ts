import { spawn } from "node:child_process";

import type { LaunchOptions } from "./launch-messages.ts";
import type { RunningProcess } from "./launched-process.ts";
import { Launcher } from "./launcher.ts";

/** Null where there can be none, as without a folder for temporary files. */
let launcher: Launcher | null | undefined;

/**
 * Starts a program in a process group of its own, with pipes for its input and outputs. To start one is to copy the page
 * tables of who starts it, during which that process does nothing else: of a server with half a gigabyte that takes ten
 * times as long as of a small process. So a small one does it, which the first call brings up; until it is ready, and
 * where there can be none, this process starts programs itself.
 */
export function launch(program: string, args: readonly string[], options: LaunchOptions): RunningProcess {
  if (launcher === undefined || launcher?.isLost) launcher = startLauncher();
  if (launcher?.isReady) return launcher.launch(program, args, options);
  return spawn(program, args, { ...options, stdio: ["pipe", "pipe", "pipe"], detached: true });
}

function startLauncher(): Launcher | null {
  try {
    return new Launcher();
  } catch {
    return null;
  }
}
