import { createHash } from "node:crypto";

import type { CodeLocation } from "@cairn/contract/code-graph";

import type { Ctx } from "#server/ctx.ts";
import { findBlob, loadTextLines } from "#server/domain/ledger/load-content.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";

type LineLocation = Pick<CodeLocation, "repositoryId" | "commit" | "path" | "startLine">;

/** Lines of a product's repositories at any of their commits, without the blanks around them; each file is read once. */
export interface LocatedLines {
  /** Null where it is not there. */
  textOf(place: LineLocation): Promise<string | null>;
  /** How often the file has such a line; 0 where there is no file. */
  count(file: Omit<LineLocation, "startLine">, text: string): Promise<number>;
}

export function openPlaceLines(
  ctx: Pick<Ctx, "signal">,
  repositories: readonly Pick<IndexedRepository, "repositoryId" | "directory">[],
): LocatedLines {
  const directories = new Map(repositories.map(({ repositoryId, directory }) => [repositoryId, directory]));
  const files = new Map<string, Promise<readonly string[]>>();
  const linesOf = async ({ repositoryId, commit, path }: Omit<LineLocation, "startLine">) => {
    const key = `${repositoryId} ${commit} ${path}`;
    const reading = files.get(key) ?? load({ directory: directories.get(repositoryId), commit, path });
    files.set(key, reading);
    return await reading;
  };
  const load = async (file: { directory: string | undefined; commit: string; path: string }) => {
    if (file.directory === undefined) return [];
    const blob = await findBlob(ctx, file.directory, file);
    const lines = blob === null ? null : await loadTextLines(ctx, file.directory, blob);
    return (lines ?? []).map((line) => line.trim());
  };
  return {
    textOf: async (place) => (await linesOf(place))[place.startLine - 1] ?? null,
    count: async (file, text) => (await linesOf(file)).filter((line) => line === text).length,
  };
}

/** Of a connection with more of them nobody asks which line is new. */
const maxCompared = 500;

/** Each place with a digest of its line, which stays the same where the line only moves; null where there are too many. */
export async function digestPlaces(
  lines: LocatedLines,
  places: readonly CodeLocation[],
): Promise<{ place: CodeLocation; digest: string }[] | null> {
  if (places.length > maxCompared) return null;
  const digested: { place: CodeLocation; digest: string }[] = [];
  for (const place of places) {
    const text = (await lines.textOf(place)) ?? "";
    digested.push({ place, digest: createHash("sha256").update(text).digest("hex").slice(0, 16) });
  }
  return digested;
}

/** Those whose lines were not there before, or not as often. */
export function addedPlaces(
  before: readonly string[],
  after: readonly { place: CodeLocation; digest: string }[],
): CodeLocation[] {
  const left = new Map<string, number>();
  for (const digest of before) left.set(digest, (left.get(digest) ?? 0) + 1);
  return after.flatMap(({ place, digest }) => {
    const known = left.get(digest) ?? 0;
    left.set(digest, known - 1);
    return known > 0 ? [] : [place];
  });
}
