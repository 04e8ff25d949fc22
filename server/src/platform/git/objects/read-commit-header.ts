import { notFound } from "@cairn/contract/errors";

import { readObject } from "./object-reader.ts";

export interface CommitHeader {
  /** Id of the top folder. */
  tree: string;
  /** Empty for a first commit. */
  parents: string[];
}

const maxCommitBytes = 16 * 1024 * 1024;

/** What a commit is made of, by its full id. Throws `not_found` when the repository has none such. */
export async function readCommitHeader(
  directory: string,
  oid: string,
  options: { signal?: AbortSignal } = {},
): Promise<CommitHeader> {
  const object = await readObject(directory, oid, { maxBytes: maxCommitBytes, ...options });
  const end = object?.bytes?.indexOf("\n\n") ?? -1;
  const header = object?.bytes?.toString("latin1", 0, end === -1 ? undefined : end) ?? "";
  const [, tree] = /^tree ([0-9a-f]+)$/m.exec(header) ?? [];
  if (object?.type !== "commit" || tree === undefined) throw notFound("Commit");
  return { tree, parents: [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent = ""]) => parent) };
}
