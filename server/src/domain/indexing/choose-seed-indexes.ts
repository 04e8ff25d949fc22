import { parseRepositoryUrl } from "@cairn/contract/repository-url";

import type { RepositoryRow } from "#server/domain/repositories/catalog/track-indexing.ts";

type SeedIndex = Pick<RepositoryRow, "repositoryId" | "projectId" | "slug" | "connection">;

/** Each is looked into for every blob that is missing. */
const maxSeedIndexes = 5;

/**
 * Which other repositories of the organization may hold the same content, the likeliest first: the same address on
 * another branch, then those whose names share a word, as a fork or a second copy does.
 */
export function chooseSeedIndexes(row: SeedIndex, others: readonly SeedIndex[]): string[] {
  const own = { address: addressOf(row), words: wordsOf(row) };
  return others
    .map((other) => ({ other, likeness: likenessOf(own, { address: addressOf(other), words: wordsOf(other) }) }))
    .filter(({ likeness }) => likeness > 0)
    .toSorted(
      (a, b) =>
        b.likeness - a.likeness ||
        Number(b.other.projectId === row.projectId) - Number(a.other.projectId === row.projectId),
    )
    .slice(0, maxSeedIndexes)
    .map(({ other }) => other.repositoryId);
}

interface Named {
  /** Null where it is at no address that another could share. */
  address: string | null;
  words: ReadonlySet<string>;
}

function likenessOf(own: Named, other: Named): number {
  if (own.address !== null && own.address === other.address) return Number.POSITIVE_INFINITY;
  return [...own.words].filter((word) => other.words.has(word)).length;
}

function addressOf({ connection }: SeedIndex): string | null {
  switch (connection.type) {
    case "internal":
      return null;
    case "path":
      return connection.path;
    case "github":
      return `${connection.owner}/${connection.repo}`.toLowerCase();
    case "url":
    case "ssh":
      return connection.url;
  }
}

/** Words of the repository's own name; short ones are in many names. */
function wordsOf({ slug, connection }: SeedIndex): Set<string> {
  const name =
    "url" in connection ? parseRepositoryUrl(connection.url).path : "repo" in connection ? connection.repo : "";
  const last = name.split("/").at(-1) ?? "";
  const words = `${slug} ${last}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return new Set(words.filter((word) => word.length >= 3 && word !== "git" && word !== "repository"));
}
