import { parseSdl } from "#server/code-index/analysis/extract/operations/parse-sdl.ts";
import { listOperations } from "#server/code-index/analysis/structure/operation-groups.ts";
import { readSourceText } from "#server/code-index/analysis/text/source-text.ts";

import type { FactTruth, ReadText } from "./truth.ts";

const name = /(?:^|\/)[\w.-]*schema[\w.-]*\.(?:graphql|gql)$/i;
const aside = /(?:^|\/)(?:node_modules|vendor|tests?|fixtures?|examples?)\//i;

/** The operations of the schemas that a repository commits beside the code which they are written from. */
export async function loadOperationTruth(paths: readonly string[], read: ReadText): Promise<FactTruth | null> {
  const files: string[] = [];
  const keys = new Set<string>();
  for (const path of paths.filter((one) => name.test(one) && !aside.test(one))) {
    const facts = { types: [], roots: [], ...parseSdl(readSourceText((await read(path)) ?? "", "graphql")) };
    const found = listOperations(new Map([[path, facts]])).map(({ one }) => one);
    if (found.length === 0) continue;
    files.push(path);
    for (const one of found) keys.add(`${one.method} ${one.name}`);
  }
  return files.length === 0 ? null : { kind: "operations", files, keys, folders: files.map(partOf) };
}

/** The part of the repository whose schema it is. */
function partOf(file: string): string {
  return file.replace(/(?:^|\/)(?:src\/.*|[^/]*)$/, "");
}
