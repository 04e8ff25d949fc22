import type { ChangeFlag } from "@cairn/contract/change-flags";
import type { ChangedLines, Risk, RiskKind, RiskLevel } from "@cairn/contract/change-overview";

import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import { flagChange, hiddenCharacters, isCopied } from "#server/domain/implementations/flags/flag-change.ts";
import { flagTests } from "#server/domain/implementations/flags/flag-tests.ts";
import { hideSecrets } from "#server/engine/text/hide-secrets.ts";
import { count } from "#server/engine/text/wording.ts";
import type { DiffedFile, DiffLine } from "#server/platform/git/diff/parse-diff.ts";

import { makeRisk, nameAll, newLine, oldLine } from "./overview-row.ts";

interface FlagWords {
  kind: RiskKind;
  level: RiskLevel;
  /** Before the names of the files. */
  words: string;
}

/** What is told of lines, of their lines, and not of files. */
type LineFlag = "hidden-characters" | "generated" | "unread";

const wordsOfFlags: Record<Exclude<ChangeFlag, LineFlag>, FlagWords> = {
  "deleted-tests": { kind: "tests", level: "danger", words: "Deletes tests in" },
  "skipped-tests": { kind: "tests", level: "danger", words: "Skips tests in" },
  "weakened-tests": { kind: "tests", level: "danger", words: "Demands less of the code in" },
  "reaches-into-tests": { kind: "tests", level: "danger", words: "Code reaches into what tests it, in" },
  "early-exit": { kind: "early-exit", level: "danger", words: "Ends the program as if all went well, in" },
  ci: { kind: "ci", level: "warning", words: "Changes what CI runs:" },
  "build-script": { kind: "build-script", level: "warning", words: "Changes how it is built:" },
  lockfile: {
    kind: "lockfile",
    level: "warning",
    words: "Other versions are locked, although no manifest beside it changes:",
  },
  executable: { kind: "executable", level: "warning", words: "Becomes executable:" },
  binary: { kind: "binary", level: "info", words: "No text, so its lines cannot be read:" },
};

/** Longer lines are pressed together by a program. */
const maxSecretCharacters = 5_000;

/** All that anybody would go through one by one. */
const maxUnreadNamed = 20;

/** Reviewers find less in more than this at once. */
const manyLines = 400;

/** The files of a change, as far as they were read. `isTruncated`: there are more. */
export interface DiffedChange {
  files: readonly DiffedFile[];
  isTruncated: boolean;
}

/** What the lines of a change tell by themselves, and which of them were not read. */
export function findDiffRisks({ files, isTruncated }: DiffedChange): Risk[] {
  return [
    ...findUnread(files, isTruncated),
    ...findSecrets(files),
    ...findHiddenCharacters(files),
    ...findFlags(files),
    ...findLinks(files),
    ...findMigrations(files),
    ...findGenerated(files),
    ...weighSize(files),
  ];
}

/** Files of which nobody can be told that they are harmless. */
function findUnread(files: readonly DiffedFile[], hasMore: boolean): Risk[] {
  const unread = files.filter((file) => file.isTruncated);
  const risk = { kind: "unread", level: "warning" } as const;
  const risks: Risk[] = [];
  if (unread.length > 0) {
    const names = nameAll(
      unread.map(({ path }) => path),
      maxUnreadNamed,
    );
    const text = `Too large to be looked through to the end, so nothing is known of the rest: ${names}`;
    risks.push(
      makeRisk(
        { ...risk, text },
        unread.flatMap(({ path, status }) => (status === "deleted" ? oldLine(path, 1) : newLine(path, 1))),
      ),
    );
  }
  if (hasMore) {
    const text = `There are more changed files than the ${files.length} that were looked at, and nothing is known of them`;
    risks.push(makeRisk({ ...risk, text }, []));
  }
  return risks;
}

/** What tests and copied code hold is often made up, and as often as not it is real. */
function findSecrets(files: readonly DiffedFile[]): Risk[] {
  const isOfPeople = ({ path }: DiffedFile) => isOwn(path) && classifyPath(path).kind !== "test";
  const own = findSecretLines(files.filter(isOfPeople));
  // Lockfiles are full of sums that nobody keeps to themselves.
  const others = findSecretLines(
    files.filter((file) => !isOfPeople(file) && classifyPath(file.path).role !== "lockfile"),
  );
  const say = (found: readonly ChangedLines[], level: RiskLevel, where: string): Risk[] => {
    if (found.length === 0) return [];
    const text = found.length === 1 ? "A line looks like a secret" : `${found.length} lines look like secrets`;
    return [makeRisk({ kind: "secret", level, text: `${text}${where}` }, found)];
  };
  return [...say(own, "danger", ""), ...say(others, "warning", ", in tests or in what was copied or generated")];
}

function findSecretLines(files: readonly DiffedFile[]): ChangedLines[] {
  return files.flatMap((file) =>
    addedLines(file)
      .filter(({ content }) => content.length <= maxSecretCharacters && hideSecrets(content) !== content)
      .map((line) => ofLine(file, line)),
  );
}

function findHiddenCharacters(files: readonly DiffedFile[]): Risk[] {
  const found = files.flatMap((file) =>
    addedLines(file)
      .filter(({ content }) => hiddenCharacters.test(content))
      .map((line) => ofLine(file, line)),
  );
  const text = "Holds characters that nobody sees, so that it may run otherwise than it reads";
  return found.length === 0 ? [] : [makeRisk({ kind: "hidden-characters", level: "danger", text }, found)];
}

function findFlags(files: readonly DiffedFile[]): Risk[] {
  const ofTests = flagTests(files);
  const manifests = files.filter(({ path }) => manifestRoles.has(classifyPath(path).role ?? ""));
  const flagged = new Map<keyof typeof wordsOfFlags, DiffedFile[]>();
  for (const file of files) {
    for (const flag of [...(ofTests.get(file.path) ?? []), ...flagChange(file)]) {
      // Those are told by themselves.
      if (flag === "hidden-characters" || flag === "generated" || flag === "unread") continue;
      if (flag === "lockfile" && hasOneBeside(file, manifests)) continue;
      if (flag === "build-script" && changesVersionsAlone(file)) continue;
      const others = flagged.get(flag);
      if (others === undefined) flagged.set(flag, [file]);
      else others.push(file);
    }
  }
  return [...flagged].map(([flag, changed]) => {
    const { kind, level, words } = wordsOfFlags[flag];
    return makeRisk(
      { kind, level, text: `${words} ${nameAll(changed.map(({ path }) => path))}` },
      changed.flatMap(firstLine),
    );
  });
}

/** Lockfiles follow their manifests, which are looked at themselves. */
function hasOneBeside({ path }: DiffedFile, manifests: readonly DiffedFile[]): boolean {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return manifests.some((other) => other.path.startsWith(folder));
}

const manifestRoles: ReadonlySet<string> = new Set([
  "package.json",
  "composer",
  "pyproject",
  "requirements",
  "cargo",
  "go.mod",
  "gradle",
  "gemfile",
  "mix",
  "pom",
  "csproj",
]);

/** Packages of a manifest are looked at one by one. */
function changesVersionsAlone({ path, hunks }: DiffedFile): boolean {
  if (classifyPath(path).role !== "package.json") return false;
  const changed = hunks.flatMap(({ lines }) => lines.filter(({ type }) => type !== "context"));
  return changed.every(({ content }) =>
    /^(?:"[^"]+":\s*"(?:[\^~<>=*v]*\d|workspace:|npm:|\*|latest)[^"]*",?|"\w*[dD]ependencies":\s*\{\}?,?|[{}],?)?$/.test(
      // A pattern with blanks at both ends would go over a line of blanks once for each of them.
      content.trim(),
    ),
  );
}

function findLinks(files: readonly DiffedFile[]): Risk[] {
  const newOf = (mode: string) => files.filter(({ oldMode, newMode }) => newMode === mode && oldMode !== mode);
  const links = newOf("120000");
  const moved = files.filter(
    ({ oldMode, newMode, hunks }) => oldMode === "120000" && newMode === "120000" && hunks.length > 0,
  );
  const submodules = files.filter(({ newMode, oldMode }) => [newMode, oldMode].includes("160000"));
  const say = (words: string, of: readonly DiffedFile[]): Risk[] => {
    const risk = {
      kind: "link-or-submodule",
      level: "warning",
      text: `${words} ${nameAll(of.map(({ path }) => path))}`,
    } as const;
    return of.length === 0 ? [] : [makeRisk(risk, of.flatMap(firstLine))];
  };
  return [
    ...say("Becomes a symbolic link:", links),
    ...say("A symbolic link leads elsewhere now:", moved),
    ...say("Leads to the code of another repository:", submodules),
  ];
}

/** A step by folder and by the number, time or id that the usual tools begin its name with. */
export const migrationPath =
  /(?:^|\/)(?:migrations?|migrate|versions|changelogs?|liquibase|flyway)\/(?:[^/]+\/)*(?:[VRU]?\d|[0-9a-f]{12}_|m\d|Version\d)[^/]*(?:\/[^/]+)?\.(?:sql|py|rb|ts|js|php|go|cs|exs?|java|kt|xml|ya?ml)$/;

function findMigrations(files: readonly DiffedFile[]): Risk[] {
  const changed = files.filter(({ path }) => migrationPath.test(path) && classifyPath(path).kind !== "test");
  const added = changed.filter(({ status }) => status === "added");
  const former = changed.filter(({ status }) => status !== "added");
  const say = (words: string, level: RiskLevel, of: readonly DiffedFile[]): Risk[] =>
    of.length === 0
      ? []
      : [
          makeRisk(
            { kind: "migration", level, text: `${words} ${nameAll(of.map(({ path }) => path))}` },
            of.flatMap(firstLine),
          ),
        ];
  return [
    ...say("Changes a step of the database that others may have run already:", "danger", former),
    ...say("Changes the database when it is deployed:", "warning", added),
  ];
}

function findGenerated(files: readonly DiffedFile[]): Risk[] {
  const generated = files.filter((file) => !file.isBinary && isCopied(file));
  const text = `Written by a program or copied from elsewhere: ${nameAll(generated.map(({ path }) => path))}`;
  return generated.length === 0
    ? []
    : [makeRisk({ kind: "generated", level: "info", text }, generated.flatMap(firstLine))];
}

function weighSize(files: readonly DiffedFile[]): Risk[] {
  const own = files.filter(({ path }) => isOwn(path));
  const lines = own.reduce((sum, { additions, deletions }) => sum + additions + deletions, 0);
  if (lines <= manyLines) return [];
  const text = `${count(lines, "changed line")} in ${count(own.length, "file")} to read, without what programs write`;
  return [makeRisk({ kind: "size", level: "info", text }, [])];
}

function isOwn(path: string): boolean {
  const { kind } = classifyPath(path);
  return kind !== "generated" && kind !== "vendored";
}

function addedLines({ hunks }: DiffedFile): DiffLine[] {
  return hunks.flatMap(({ lines }) => lines.filter(({ type }) => type === "added"));
}

function ofLine({ path }: DiffedFile, { newLine: line }: DiffLine): ChangedLines {
  return newLine(path, line ?? 1);
}

/** The first line that changes; none for what has no lines. */
function firstLine({ path, oldPath, hunks }: DiffedFile): ChangedLines[] {
  const first = hunks.flatMap(({ lines }) => lines).find(({ type }) => type !== "context");
  if (first === undefined) return [];
  return [first.newLine === null ? oldLine(oldPath ?? path, first.oldLine ?? 1) : newLine(path, first.newLine)];
}
