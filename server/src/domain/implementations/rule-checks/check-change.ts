import { maxBrokenAt, type CheckedRule, type RuleCheck } from "@cairn/contract/rule-checks";

import type { DiffedFile, DiffLine } from "#server/platform/git/diff/parse-diff.ts";
import { matchGlob } from "#server/text/match-glob.ts";

import { findLacking, hasOccasion } from "./find-lacking.ts";
import { importsModule } from "./imports-module.ts";

type Breach = CheckedRule["broken"][number];

/** What a change is, as far as its diff was read. `isWhole`: no file of it is left out. */
export interface CheckedChange {
  files: readonly DiffedFile[];
  isWhole: boolean;
}

/**
 * Whether a change keeps to a rule, by its lines. What was not read is never said to be passed. Of what is
 * found out otherwise it says whether it has to be for this change.
 */
export function checkChange(check: RuleCheck, change: CheckedChange): CheckedRule {
  const files = change.files.filter((file) => pathsOf(file).some((path) => matchGlob(path, check.files)));
  const broken = findBreaches(check, files, change);
  if (broken.length > 0) return { verdict: "broken", broken: broken.slice(0, maxBrokenAt), note: null };
  const unread = readsLines(check) ? files.filter(({ isTruncated }) => isTruncated) : [];
  if (unread.length > 0 || !change.isWhole) return { verdict: "unknown", broken: [], note: sayUnread(unread) };
  return { verdict: isApplied(check, files) ? "passed" : "not-applied", broken: [], note: null };
}

/** Names that are said in one sentence. */
const maxNamed = 3;

function sayUnread(files: readonly DiffedFile[]): string {
  if (files.length === 0) return "The change has more files than are read.";
  const named = files.slice(0, maxNamed).map(({ path }) => `\`${path}\``);
  const more = files.length - named.length;
  return `Too large to be read whole: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
}

const linesRead: ReadonlySet<RuleCheck["kind"]> = new Set([
  "forbidden-text",
  "forbidden-import",
  "needed-text",
  "added-text",
]);
const readsLines = ({ kind }: RuleCheck) => linesRead.has(kind);

/** A rule about what nobody does is kept by whoever changes something else. */
function isApplied(check: RuleCheck, files: readonly DiffedFile[]): boolean {
  if (check.kind === "untouched") return true;
  if (check.kind === "added-text") return files.some((file) => hasOccasion(file, check));
  return check.kind === "needed-text" ? files.some(isNew) : files.length > 0;
}

function findBreaches(
  check: RuleCheck,
  files: readonly DiffedFile[],
  { files: all, isWhole }: CheckedChange,
): Breach[] {
  switch (check.kind) {
    case "changed-together": {
      const [first] = files;
      const isKept = all.some((file) => pathsOf(file).some((path) => matchGlob(path, check.needed)));
      if (first === undefined || isKept || !isWhole) return [];
      const others = files.length === 1 ? "" : ` and ${files.length - 1} more`;
      return [breach(`\`${first.path}\`${others} changed, but nothing in \`${check.needed}\``, first)];
    }
    case "untouched":
      return files.map((file) => breach(`\`${file.path}\` changed`, file));
    case "forbidden-text":
      return files.flatMap((file) => {
        const line = addedLines(file).find(({ content }) => content.includes(check.text));
        return line === undefined ? [] : [breach(`\`${file.path}\` holds \`${check.text}\` now`, file, line)];
      });
    case "forbidden-import":
      return files.flatMap((file) => {
        const line = addedLines(file).find(({ content }) => importsModule(file.path, content, check.module));
        return line === undefined ? [] : [breach(`\`${file.path}\` imports \`${check.module}\` now`, file, line)];
      });
    case "needed-text":
      return files
        .filter((file) => isNew(file) && !file.isTruncated && !file.isBinary)
        .filter((file) => !addedLines(file).some(({ content }) => content.includes(check.text)))
        .map((file) => breach(`\`${file.path}\` is new and lacks \`${check.text}\``, file));
    case "added-text":
      return files
        .filter((file) => !file.isTruncated && !file.isBinary)
        .flatMap((file) => {
          const line = findLacking(file, check);
          const what = check.occasion === "" ? "has new lines" : `has \`${check.occasion}\` now`;
          return line === null ? [] : [breach(`\`${file.path}\` ${what} without \`${check.text}\``, file, line)];
        });
    case "forbidden-connection":
    case "command":
      return [];
  }
}

function breach(text: string, file: DiffedFile, at?: DiffLine): Breach {
  const side = file.status === "deleted" ? "old" : "new";
  const lines = file.hunks.flatMap((hunk) => hunk.lines).filter(({ type }) => type !== "context");
  const line = at ?? lines.find((one) => (side === "old" ? one.oldLine : one.newLine) !== null);
  const number = (side === "old" ? line?.oldLine : line?.newLine) ?? 1;
  return { text, lines: { path: file.path, side, startLine: number, endLine: number } };
}

const pathsOf = ({ path, oldPath }: DiffedFile) => (oldPath === null ? [path] : [path, oldPath]);
const isNew = ({ status }: DiffedFile) => status === "added";

function addedLines({ hunks }: DiffedFile): DiffLine[] {
  return hunks.flatMap(({ lines }) => lines.filter(({ type }) => type === "added"));
}
