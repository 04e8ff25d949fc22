import type { Ctx } from "../../ctx.ts";
import { toLines, type CodeReader } from "../../engine/evidence.ts";
import { readBlob } from "../../platform/git/read-blob.ts";
import { isBinary } from "./is-binary.ts";

/** Nothing larger is quoted or cited. */
const maxReadBytes = 4 * 1024 * 1024;

/**
 * Reads files of a repository at one commit, each at most once. Made for one answer or one round of pages: it holds
 * what it read. The caller has asked for the right to the repository already.
 */
export function openCodeReader(
  ctx: Pick<Ctx, "mirrors" | "signal">,
  target: { repositoryId: string; commit: string },
): CodeReader {
  const known = new Map<string, Promise<readonly string[] | null>>();
  const directory = ctx.mirrors.directory(target.repositoryId);
  return {
    repositoryId: target.repositoryId,
    commit: target.commit,
    readLines(path) {
      const lines = known.get(path) ?? readTextLines(directory, target.commit, path, ctx.signal);
      known.set(path, lines);
      return lines;
    },
  };
}

async function readTextLines(
  directory: string,
  commit: string,
  path: string,
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  const blob = await readBlob(directory, { commit, path, maxBytes: maxReadBytes, signal });
  if (blob?.type !== "file" || blob.bytes === null || isBinary(blob.bytes)) return null;
  return toLines(blob.bytes.toString("utf8"));
}
