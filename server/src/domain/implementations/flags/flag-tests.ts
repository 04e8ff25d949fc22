import type { ChangeFlag } from "@cairn/contract/change-flags";

import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import type { DiffedFile } from "#server/platform/git/diff/parse-diff.ts";

import { demandsSomething, endsProgram, reachesIntoTests, readDeclaration, skipsTest } from "./test-words.ts";

/** What a change does to the tests that judge it, by path of the new file or, where it is gone, the old one. */
export function flagTests(files: readonly DiffedFile[]): Map<string, ChangeFlag[]> {
  const sides = files.map((file) => ({ file, isTest: mayHoldTests(file), ...readSides(file) }));
  const tests = sides.filter(({ isTest }) => isTest);
  // What moved to another file is neither gone from here nor new there.
  const moved = countLines(tests.flatMap(({ added }) => added));
  return new Map(
    sides.map((side) => {
      const flags: ChangeFlag[] = [];
      if (side.isTest) flags.push(...flagTestFile(side, moved));
      if (side.added.filter(endsProgram).length > side.deleted.filter(endsProgram).length) flags.push("early-exit");
      if (!side.isTest && side.added.some(reachesIntoTests)) flags.push("reaches-into-tests");
      return [side.file.path, flags];
    }),
  );
}

interface FileSides {
  file: DiffedFile;
  added: string[];
  deleted: string[];
}

function flagTestFile({ file, added, deleted }: FileSides, moved: ReadonlyMap<string, number>): ChangeFlag[] {
  const flags: ChangeFlag[] = [];
  const gone = withoutMoved(deleted, { moved, added });
  const declared = (lines: readonly string[]) => lines.filter((line) => readDeclaration(line) !== null).length;
  const isEmptied = file.status === "deleted" && isNamedTest(file.path) && gone.length > deleted.length / 2;
  const isDeleted = isEmptied || declared(gone) > declared(added);
  if (isDeleted) flags.push("deleted-tests");
  if (added.filter(skipsTest).length > deleted.filter(skipsTest).length) flags.push("skipped-tests");
  const demands = (lines: readonly string[]) => lines.filter(demandsSomething).length;
  if (!isDeleted && demands(gone) > demands(added)) flags.push("weakened-tests");
  return flags;
}

/** Rust keeps tests beside what they test. */
function mayHoldTests({ path, oldPath }: DiffedFile): boolean {
  return [path, oldPath ?? path].some((one) => one.endsWith(".rs") || isTestPath(one));
}

/** Whether a path is that of a test, or of what tests are made with. */
export function isTestPath(path: string): boolean {
  return classifyPath(path).kind === "test";
}

/** A test by its own name, and no data for one. */
function isNamedTest(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return isTestPath(name) && !/(?:^|\/)(?:fixtures?|testdata|__fixtures__|__snapshots__|__mocks__)\//i.test(path);
}

function readSides({ hunks }: DiffedFile): { added: string[]; deleted: string[] } {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const of = (type: "added" | "deleted") => lines.filter((line) => line.type === type).map(({ content }) => content);
  return { added: of("added"), deleted: of("deleted") };
}

/** How often a line is there, however far it is set in. */
function countLines(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line.trim(), (counts.get(line.trim()) ?? 0) + 1);
  return counts;
}

/** The deleted lines that no other file got. */
function withoutMoved(
  deleted: readonly string[],
  { moved, added }: { moved: ReadonlyMap<string, number>; added: readonly string[] },
): string[] {
  const here = countLines(added);
  const used = new Map<string, number>();
  return deleted.filter((content) => {
    const line = content.trim();
    const taken = (here.get(line) ?? 0) + (used.get(line) ?? 0);
    if ((moved.get(line) ?? 0) <= taken) return true;
    used.set(line, (used.get(line) ?? 0) + 1);
    return false;
  });
}
