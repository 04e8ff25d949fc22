import type { CodeFreshness } from "@cairn/contract/search";

import { formatRelativeDate } from "#web/lib/text/dates.ts";

const shortCommitLength = 7;

/** "128 lines in 23 files". */
export function formatMatchCount(count: number, what: "line" | "place", files: number): string {
  return `${formatCount(count, what)} in ${formatCount(files, "file")}`;
}

/** "1 file", "2,300 files". */
export function formatCount(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${count === 1 ? what : `${what}s`}`;
}

/**
 * Describes which state of the code was searched: "cairn@3fa9c1e, indexed 2 minutes ago"; for several repositories the
 * oldest. External context has the id of the product and is named only when no code was searched.
 */
export function describeFreshness(
  freshness: readonly CodeFreshness[],
  productId: string,
  now: Date = new Date(),
): string {
  const code = freshness.filter(({ repositoryId }) => repositoryId !== productId);
  const oldest = (code.length > 0 ? code : freshness).toSorted((one, other) =>
    one.indexedAt.localeCompare(other.indexedAt),
  )[0];
  if (!oldest) return "";
  const when = formatRelativeDate(oldest.indexedAt, "ago", now);
  if (code.length > 1) return `${code.length} repositories, the oldest indexed ${when}`;
  if (code.length === 0) return `external context, indexed ${when}`;
  return `${oldest.repositorySlug}@${oldest.commit.slice(0, shortCommitLength)}, indexed ${when}`;
}
