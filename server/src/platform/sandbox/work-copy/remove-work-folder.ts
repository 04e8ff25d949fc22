import { execFile } from "node:child_process";
import { promisify } from "node:util";

const execute = promisify(execFile);

/**
 * Removes a folder that commands wrote into, whatever is left there: folders that let nobody in, and more of them below
 * one another than a path can name. Nothing may run there any more.
 */
export async function removeWorkFolder(directory: string): Promise<void> {
  const options = { env: {}, cwd: "/", maxBuffer: 64 * 1024 ** 2 };
  // Only Linux knows the last one, and only there something may be mounted below.
  const isLinux = process.platform === "linux";
  const remove = () => execute("/bin/rm", ["-rf", ...(isLinux ? ["--one-file-system"] : []), "--", directory], options);
  try {
    await remove();
  } catch {
    // Its own account may have closed a folder; root does not mind, others open it again.
    await execute("/bin/chmod", ["-R", "u+rwX", "--", directory], options).catch(() => undefined);
    await remove();
  }
}
