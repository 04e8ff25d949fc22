import { LRUCache } from "lru-cache";

import type { Ctx } from "#server/ctx.ts";
import { workOnChange, type ChangeCommits } from "#server/domain/implementations/flags/read-change.ts";
import { unlessAborted } from "#server/platform/git/process/unless-aborted.ts";

import { describeLines, type ComparedChange } from "./work-out-overview.ts";

/** Of all repositories together; two commits never come to something else. Who waits for more asks for it again and again. */
const compared = new LRUCache<string, ComparedChange, ChangeCommits>({
  max: 200,
  ignoreFetchAbort: true,
  fetchMethod: async (_key, _stale, { context, options }) => await workOnChange(context, options, describeLines),
});

/** What the lines of a change tell. Each change is read once, whoever asks. */
export async function compareLines(commits: ChangeCommits, { signal }: Pick<Ctx, "signal">): Promise<ComparedChange> {
  const { directory, base, head } = commits;
  return await unlessAborted(compared.forceFetch(`${directory} ${base} ${head}`, { context: commits }), signal);
}
