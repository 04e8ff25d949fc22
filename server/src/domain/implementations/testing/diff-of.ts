import { mkdtemp, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { runGitIn } from "#server/testing/git-repository.ts";

/** What becomes of files: their new content, where they link to, or null where they go. */
export type FileEdits = Record<string, string | { linkTo: string } | null>;

/** The unified diff that git makes of edits of a commit's files. */
export async function diffOf(
  { directory, base }: { directory: string; base: string },
  edits: FileEdits,
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "cairn-edits-"));
  const git = (...args: string[]) => runGitIn(folder, args);
  try {
    await git("clone", "--quiet", "--no-checkout", directory, ".");
    await git("checkout", "--quiet", base);
    for (const [name, content] of Object.entries(edits)) {
      const target = path.join(folder, name);
      await rm(target, { recursive: true, force: true });
      if (content === null) continue;
      await mkdir(path.dirname(target), { recursive: true });
      if (typeof content === "string") await writeFile(target, content);
      else await symlink(content.linkTo, target);
    }
    await git("add", "--all", "--force");
    return await git("diff", "--cached", "--binary", base);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
