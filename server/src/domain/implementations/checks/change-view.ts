import type { ChangeFlag } from "@cairn/contract/change-flags";

import { flagTests } from "#server/domain/implementations/flags/flag-tests.ts";
import { readChange } from "#server/domain/implementations/flags/read-change.ts";
import type { PhaseWork } from "#server/domain/implementations/phases/run-phase.ts";
import type { DiffedFile } from "#server/platform/git/diff/parse-diff.ts";

/** What a change touches, as far as it bears on what checks say of it. */
export interface ChangeView {
  files: readonly DiffedFile[];
  flags: ReadonlyMap<string, readonly ChangeFlag[]>;
  /** There is more than was looked at. */
  isTruncated: boolean;
}

export async function viewChange(
  { ctx, directory }: Pick<PhaseWork, "ctx" | "directory">,
  { base, head }: { base: string; head: string },
): Promise<ChangeView> {
  const { files, isTruncated } = await readChange({ directory, base, head }, ctx);
  return { files, flags: flagTests(files), isTruncated: isTruncated || files.some((file) => file.isTruncated) };
}
