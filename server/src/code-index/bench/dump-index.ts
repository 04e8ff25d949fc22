import { DatabaseSync } from "node:sqlite";

import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { readCommits, unpackCommit } from "#server/code-index/store/commit-rows.ts";
import { readState } from "#server/code-index/store/meta-rows.ts";
import { storePath } from "#server/code-index/store/open-store.ts";

/**
 * Everything an index says, for comparing an updated one with one built anew: what is stored for the files of its
 * commit, byte for byte, and its answers. Row numbers and times of writing are left out.
 */
export function dumpIndex(directory: string, queries: readonly string[]): { stored: object; answers: object | null } {
  const database = new DatabaseSync(storePath(directory));
  const files = database
    .prepare(
      "SELECT path, size, lower(hex(oid)) AS oid, variant, language, content_kind, lines, problem, lower(hex(trigrams)) AS trigrams, lower(hex(terms)) AS terms, lower(hex(links)) AS links, lower(hex(facts)) AS facts FROM files JOIN blobs ON blobs.id = files.blob ORDER BY path",
    )
    .all();
  const commits = readCommits(database).map((commit) => unpackCommit(commit));
  const totals = readState(database)?.totals;
  database.close();
  const index = openIndex(directory);
  if (index === null) return { stored: { files, commits, totals }, answers: null };
  const answers = {
    commit: index.commit,
    files: index
      .files()
      .map(({ path, oid, size, kind, language, lines }) => ({ path, oid, size, kind, language, lines })),
    searches: queries.map((query) => index.search(query)),
    symbols: queries.map((query) => index.findSymbols(query)),
    imports: index.files().map(({ path }) => [path, index.importsOf(path), index.importersOf(path)]),
    packages: index.externalImports(),
    components: [index.components(), index.componentEdges()],
    history: index.history.recentCommits(100),
    statistics: index.statistics(),
    failed: index.failedFiles(),
  };
  return { stored: { files, commits, totals }, answers };
}
