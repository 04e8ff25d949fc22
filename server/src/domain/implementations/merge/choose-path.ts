import type { MergePath } from "@cairn/contract/merge-methods";

import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";

/** How a change of this repository is merged: pull requests are for what lies on GitHub. */
export function choosePath(
  wanted: MergePath,
  { connection }: Pick<NamedImplementationRow["repository"], "connection">,
): MergePath {
  return wanted === "pull-request" && connection.type !== "github" ? "direct" : wanted;
}
