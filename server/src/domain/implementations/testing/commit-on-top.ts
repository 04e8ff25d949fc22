import { createTestRepository } from "#server/testing/git-repository.ts";

/**
 * A commit on top of another one of a bare repository, which this ref stands at from here on. `null` deletes a file.
 */
export async function commitOnTop(
  { directory }: { directory: string },
  { parent, ref, files }: { parent: string; ref: string; files: Record<string, string | null> },
): Promise<string> {
  const work = await createTestRepository();
  try {
    await work.git("fetch", "--quiet", directory, "+refs/*:refs/theirs/*");
    await work.git("checkout", "--quiet", "--detach", parent);
    const gone = Object.keys(files).filter((path) => files[path] === null);
    if (gone.length > 0) await work.git("rm", "--quiet", ...gone);
    const written = Object.entries(files).flatMap(([path, content]) => (content === null ? [] : [[path, content]]));
    await work.commit("Revise", Object.fromEntries(written) as Record<string, string>);
    const oid = await work.git("rev-parse", "HEAD");
    await work.git("push", "--quiet", "--force", directory, `${oid}:${ref}`);
    return oid;
  } finally {
    await work.remove();
  }
}
