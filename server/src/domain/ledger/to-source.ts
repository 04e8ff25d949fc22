import type { Source } from "@cairn/contract/sources";

/** Without anything that is no part of a source. */
export function toSource({ repositoryId, path, startLine, endLine, commit, hash }: Source): Source {
  return { repositoryId, path, startLine, endLine, commit, hash };
}
