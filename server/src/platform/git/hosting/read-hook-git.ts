import { execFile } from "node:child_process";

const maxOutputBytes = 256 * 1024 * 1024;

/**
 * What git answers within a hook: with the environment that git gave the hook, since only that shows what is being pushed.
 * Throws where it ends with another code than one of these.
 */
export function readHookGit(args: readonly string[], acceptExitCodes: readonly number[] = [0]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    execFile("git", args, { encoding: "buffer", maxBuffer: maxOutputBytes }, (error, stdout) => {
      const code = error === null ? 0 : error.code;
      if (typeof code === "number" && acceptExitCodes.includes(code)) resolve(stdout);
      else reject(error ?? new Error(`git ended with ${String(code)}`));
    });
  });
}
