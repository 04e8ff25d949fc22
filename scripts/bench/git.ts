import { run } from "../run.ts";

/** Runs git as somebody without settings of their own. Throws with its output when it fails. */
export async function git(args: readonly string[], cwd?: string): Promise<string> {
  const env = {
    GIT_AUTHOR_NAME: "Bench",
    GIT_AUTHOR_EMAIL: "bench@example.test",
    GIT_COMMITTER_NAME: "Bench",
    GIT_COMMITTER_EMAIL: "bench@example.test",
    GIT_CONFIG_GLOBAL: "/dev/null",
  };
  const { exitCode, output } = await run(["git", ...args], { isQuiet: true, cwd, env });
  if (exitCode !== 0) throw new Error(`git ${args[0]}: ${output}`);
  return output;
}
