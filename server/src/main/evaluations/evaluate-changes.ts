import path from "node:path";

import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";
import type { CommitRecord, GitSource } from "#server/git-source.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { readCommitHeader } from "#server/platform/git/objects/read-commit-header.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { findDefaultBranch } from "#server/platform/git/refs/find-default-branch.ts";

import { ask } from "./evaluate-answers.ts";
import { changedSources } from "./evaluate-locations.ts";
import { summariseTimes } from "./json-lines.ts";
import { inFolder } from "./on-index.ts";
import { asStatement, choosesCommit, everyNth, phraseQuestion } from "./phrase-change.ts";

/** A change whose own words are asked of the state before it. */
interface HeldOutChange {
  commit: string;
  parent: string;
  subject: string;
  body: string;
  /** Source files that it changed and its parent has. */
  gold: string[];
}

interface JudgedChange {
  repository: string;
  commit: string;
  form: string;
  asked: string;
  gold: string[];
  searched: string[];
  cited: string[];
  answer: string;
  ms: number;
}

const readCommits = 1500;
const changesPerRepository = 20;
const maxChangedFiles = 10;
const countedFiles = 3;

/**
 * Asks for changes that were made by what their authors wrote of them, of the commit before each: whether one of the files that
 * were changed is among the first three that the search finds, and among the first three that an answer cites. Each
 * change is asked in four forms: its message and its subject, as a statement and as a question.
 */
export async function evaluateChanges(wanted: {
  directories: readonly string[];
  isJson: boolean;
  isVerbose: boolean;
}): Promise<string> {
  const judged: JudgedChange[] = [];
  for (const directory of wanted.directories) judged.push(...(await judgeRepository(directory)));
  if (wanted.isJson) return judged.map((one) => JSON.stringify(one)).join("\n");
  return [...(wanted.isVerbose ? judged.filter(isWorse).map(report) : []), table(judged)].join("\n");
}

async function judgeRepository(directory: string): Promise<JudgedChange[]> {
  const source = createMirrorSource(directory);
  const repository = directory.split(path.sep).findLast((name) => name !== ".git" && name !== "repo") ?? directory;
  const commits = await chooseCommits(source, directory);
  return await inFolder(async (folder) => {
    const judged: JudgedChange[] = [];
    // From the oldest on, as a repository grows.
    for (const { oid, subject, body } of commits.toReversed()) {
      const [parent = ""] = (await readCommitHeader(directory, oid)).parents;
      await updateIndex({ source, commit: parent, directory: folder });
      const index = openIndex(folder, source);
      if (index === null) throw new Error("The index could not be opened");
      const gold = await changedSources(source, index, { parent, commit: oid });
      if (gold.length > 0 && gold.length <= maxChangedFiles)
        judged.push(
          ...(await judgeChange({ repository, index, directory }, { commit: oid, parent, subject, body, gold })),
        );
      index.close();
    }
    return judged;
  });
}

/** Spread over the newest commits, of those that tell in words what they change in the code. */
async function chooseCommits(source: GitSource, directory: string): Promise<CommitRecord[]> {
  const branch = await findDefaultBranch(directory);
  const head = branch === null ? null : await resolveCommit(directory, branch);
  if (head === null) throw new Error(`${directory} holds no commit`);
  const commits: CommitRecord[] = [];
  for await (const one of source.readLog(head, { limit: readCommits })) if (choosesCommit(one)) commits.push(one);
  return everyNth(commits, changesPerRepository);
}

async function judgeChange(
  asked: { repository: string; index: CodeIndex; directory: string },
  change: HeldOutChange,
): Promise<JudgedChange[]> {
  const { index, repository } = asked;
  // As after a while of use.
  await index.prepare();
  await index.warmLines();
  const { commit, subject, body, gold } = change;
  const forms = [
    { form: "message, statement", text: asStatement(subject, body) },
    { form: "message, question", text: phraseQuestion(change, body) },
    { form: "subject, statement", text: asStatement(subject, "") },
    { form: "subject, question", text: phraseQuestion(change, "") },
  ];
  const judged: JudgedChange[] = [];
  for (const { form, text } of forms) {
    const searched = index.search(text, { limit: countedFiles }).map((hit) => hit.path);
    const answer = await ask(asked, text);
    const cited = [...new Set(answer.cited.map((one) => one.path))].slice(0, countedFiles);
    judged.push({
      repository,
      commit,
      form,
      asked: text,
      gold,
      searched,
      cited,
      answer: answer.text,
      ms: answer.wholeMs,
    });
  }
  return judged;
}

function isFound({ gold }: JudgedChange, files: readonly string[]): boolean {
  return files.some((file) => gold.includes(file));
}

function isWorse(one: JudgedChange): boolean {
  return isFound(one, one.searched) && !isFound(one, one.cited);
}

function report(one: JudgedChange): string {
  const list = (files: readonly string[]) => files.join(" ");
  return [
    `=== ${one.repository} ${one.commit.slice(0, 8)}, ${one.form}: ${one.asked}`,
    `  changed: ${list(one.gold)}`,
    `  searched: ${list(one.searched)}`,
    `  cited: ${list(one.cited)}`,
    one.answer,
    "",
  ].join("\n");
}

function table(judged: readonly JudgedChange[]): string {
  const share = (some: readonly JudgedChange[], filesOf: (one: JudgedChange) => readonly string[]) =>
    `${((100 * some.filter((one) => isFound(one, filesOf(one))).length) / Math.max(1, some.length)).toFixed(1)} %`;
  const line = (label: string, some: readonly JudgedChange[]) =>
    `${label.padEnd(34)} ${some.length} asked; a changed file among the first three searched: ${share(some, ({ searched }) => searched)}, cited: ${share(some, ({ cited }) => cited)}`;
  const groups = (keyOf: (one: JudgedChange) => string) =>
    [...Map.groupBy(judged, keyOf)].map(([key, some]) => line(key, some));
  return [
    ...groups(({ repository, form }) => `${repository}, ${form.split(", ")[1]}`),
    "",
    ...groups(({ form }) => form),
    `whole answer ms ${JSON.stringify(summariseTimes(judged.map(({ ms }) => ms)))}`,
  ].join("\n");
}
