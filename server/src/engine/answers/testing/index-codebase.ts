import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { gitDirectorySource } from "#server/code-index/testing/git-directory-source.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";
import type { AnswerEvent, Codebase, Question } from "#server/engine/answer-context/answer-event.ts";
import { answerFromCode } from "#server/engine/answers/answer-from-code.ts";
import { toLines, type CheckedEvidence } from "#server/engine/evidence/evidence.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";

export interface TestCommit {
  message: string;
  files: Record<string, string>;
}

export interface IndexedCodebase {
  codebase: Codebase;
  remove: () => Promise<void>;
}

/** Files committed to a real repository, one commit for each record, and indexed for real. */
export async function indexCodebase(name: string, commits: readonly TestCommit[]): Promise<IndexedCodebase> {
  const repository = await createTestRepository();
  const directory = await mkdtemp(join(tmpdir(), "cairn-answers-"));
  let commit = "";
  for (const { message, files } of commits) commit = await repository.commit(message, files);
  const source = gitDirectorySource(join(repository.path, ".git"));
  await updateIndex({ directory, source, commit });
  const index = openIndex(directory, source);
  if (!index) throw new Error("not indexed");
  const files: Record<string, string> = Object.assign({}, ...commits.map((one) => one.files));
  const readLines = async (path: string) => (Object.hasOwn(files, path) ? toLines(files[path] ?? "") : null);
  return {
    codebase: { repositoryId: name, name, index, reader: { repositoryId: name, commit, readLines } },
    async remove() {
      index.close();
      await rm(directory, { recursive: true });
      await repository.remove();
    },
  };
}

export interface Answered {
  text: string;
  sources: CheckedEvidence[];
  events: AnswerEvent[];
}

/** The whole answer of the built-in engine. */
export async function askCodebase(
  codebase: Codebase,
  question: Partial<Question> & { text: string },
): Promise<Answered> {
  const whole: Question = { lens: "technical", earlier: [], selection: null, focus: null, ...question };
  const events: AnswerEvent[] = [];
  for await (const event of answerFromCode(whole, [codebase], new AbortController().signal)) events.push(event);
  const sources = events.flatMap((event) => (event.type === "source" ? [event.source] : []));
  return { text: events.map((event) => (event.type === "text" ? event.text : "")).join(""), sources, events };
}
