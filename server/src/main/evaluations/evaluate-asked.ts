import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";

import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";
import type { Question } from "#server/engine/answer-context/answer-event.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { findDefaultBranch } from "#server/platform/git/refs/find-default-branch.ts";

import { ask, type EvaluatedQuestion } from "./evaluate-answers.ts";
import { nameOfRepository } from "./find-git-directory.ts";
import { rounded, summariseTimes } from "./json-lines.ts";
import { inFolder } from "./on-index.ts";

export interface OwnQuestions {
  directory: string;
  /** A file with one question a line; "plain: " before it asks for the answer of people who read no code. */
  questions: string | null;
  /** Where the index is kept for the next time; null for a folder that is gone afterwards. */
  index: string | null;
}

const plainMark = /^plain:\s*/i;

/** What the built-in engine answers to a list of questions, as Markdown to be read and rated by people. */
export async function evaluateAsked({ directory, questions, index: kept }: OwnQuestions): Promise<string> {
  if (questions === null) throw new Error("Name a file with one question a line with --questions");
  const asked = (await readFile(questions, "utf8")).split("\n").filter((line) => line.trim() !== "");
  return kept === null
    ? await inFolder((folder) => answerAll(directory, folder, asked))
    : await answerAll(directory, path.resolve(kept), asked);
}

async function answerAll(directory: string, folder: string, asked: readonly string[]): Promise<string> {
  const branch = await findDefaultBranch(directory);
  const commit = branch === null ? null : await resolveCommit(directory, branch);
  if (commit === null) throw new Error(`${directory} holds no commit`);
  await mkdir(folder, { recursive: true });
  const source = createMirrorSource(directory);
  await updateIndex({ source, commit, directory: folder });
  const index = openIndex(folder, source);
  if (index === null) throw new Error("The index could not be opened");
  try {
    // As after a while of use.
    await index.prepare();
    await index.warmLines();
    const repository = nameOfRepository(directory);
    await ask({ repository, index, directory }, asked[0] ?? "");
    const answers: { text: string; wholeMs: number }[] = [];
    for (const line of asked) answers.push(await answerOne({ repository, index, directory }, line));
    const times = JSON.stringify(summariseTimes(answers.map(({ wholeMs }) => wholeMs)));
    return [...answers.map(({ text }) => text), `whole answer ms ${times}`].join("\n");
  } finally {
    index.close();
  }
}

async function answerOne(about: EvaluatedQuestion, line: string): Promise<{ text: string; wholeMs: number }> {
  const lens: Question["lens"] = plainMark.test(line) ? "non-technical" : "technical";
  const { text, cited, wholeMs } = await ask(about, line.replace(plainMark, ""), lens);
  const sources = cited.map(({ path: at, startLine, endLine }, n) => `- [${n + 1}] ${at}:${startLine}-${endLine}`);
  const words = text.replaceAll(/^```[\s\S]*?^```/gm, "").split(/\s+/).length;
  const report = [
    `# ${line}`,
    "",
    text,
    "",
    ...sources,
    "",
    `(${words} words beside the code, ${rounded(wholeMs)} ms)`,
  ];
  return { text: [...report, ""].join("\n"), wholeMs };
}
