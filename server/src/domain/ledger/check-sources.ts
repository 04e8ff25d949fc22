import { AppError } from "@cairn/contract/errors";
import type { Source } from "@cairn/contract/sources";

import type { Ctx } from "#server/ctx.ts";

import { followTo, type CitedCode } from "./find-code.ts";
import { hashOf } from "./follow-rows.ts";
import { findBlob, loadTextLines } from "./load-content.ts";

/**
 * Reads sources, each blob once, and returns the id of the blob that contains their lines; null where the lines are not
 * what the source says. A null `code` is a repository that the organization does not have.
 */
export function createSourceChecker(ctx: Ctx): (code: CitedCode | null, source: Source) => Promise<string | null> {
  const blobs = new Map<string, Promise<string | null>>();
  const texts = new Map<string, Promise<readonly string[] | null>>();
  const trees = new Map<string, Promise<ReadonlyMap<string, string>>>();

  /** At the commit of the index all paths are known without asking git. */
  const findOid = async (code: CitedCode, { commit, path }: Source): Promise<string | null> => {
    if (commit !== code.indexedCommit) return await findBlob(ctx, code.directory, { commit, path });
    const files = () => followTo(ctx, code, { formerCommit: null, commit }).listFiles();
    const tree = await once(
      trees,
      code.repositoryId,
      async () => new Map((await files()).map((file) => [file.path, file.oid])),
    );
    return tree.get(path) ?? null;
  };
  return async (code, source) => {
    const { repositoryId, commit, path } = source;
    const blob = code && (await once(blobs, [repositoryId, commit, path].join("\0"), () => findOid(code, source)));
    const lines = blob && (await once(texts, blob, () => loadTextLines(ctx, code.directory, blob)));
    return lines && hashOf(lines, source) === source.hash ? blob : null;
  };
}

function once<T>(known: Map<string, Promise<T>>, key: string, find: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? find();
  known.set(key, found);
  return found;
}

/** A repository of somebody else and one that never was look the same. */
export function doesNotResolve({ path, startLine, endLine }: Source): AppError {
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
  return new AppError("unprocessable", {
    message: `A source does not resolve: ${path}, ${lines}. What it says of the code cannot be checked.`,
    details: { path, startLine, endLine },
  });
}
