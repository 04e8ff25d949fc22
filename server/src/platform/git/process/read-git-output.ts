import { ByteReader } from "./byte-reader.ts";
import type { GitProcess } from "./run-git.ts";

/**
 * Reads git's output as it comes; a reader may stop early, git is ended then. Git's own failure is the better
 * explanation when the output breaks off.
 */
export async function* readGitOutput<T>(
  git: GitProcess,
  read: (reader: ByteReader) => AsyncIterable<T>,
): AsyncIterable<T> {
  try {
    yield* read(new ByteReader(git.stdout));
    await git.done;
  } catch (error) {
    // A git whose output nobody reads any more would wait for a reader, and we for it.
    if (git.stdout.readableEnded || git.stdout.destroyed) await git.done;
    throw error;
  } finally {
    git.stop();
  }
}
