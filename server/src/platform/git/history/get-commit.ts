import { notFound } from "@cairn/contract/errors";

import { readHistory, type HistoryCommit } from "./read-history.ts";

/** One commit by its full id. Throws `not_found` when the repository has none such. */
export async function getCommit(
  directory: string,
  oid: string,
  options: { signal?: AbortSignal } = {},
): Promise<HistoryCommit> {
  const { commits } = await readHistory(directory, { commit: oid, skip: 0, limit: 1, ...options });
  const [commit] = commits;
  if (commit?.oid !== oid) throw notFound("Commit");
  const { path: _, ...record } = commit;
  return record;
}
