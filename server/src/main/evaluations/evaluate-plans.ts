import { readFile } from "node:fs/promises";
import path from "node:path";

import { z } from "zod";

import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";
import { openCodeReader } from "#server/domain/repositories/browsing/load-code.ts";
import type { PlanProposal } from "#server/engine/plans/plan-proposal.ts";
import { proposePlan } from "#server/engine/plans/propose-plan.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { findDefaultBranch } from "#server/platform/git/refs/find-default-branch.ts";

import { findGitDirectory, nameOfRepository } from "./find-git-directory.ts";
import { inFolder } from "./on-index.ts";

const goalSchema = z.object({
  /** A git repository or its bare directory, from the folder of the file of goals. */
  repository: z.string(),
  goal: z.string(),
});

const repositoryId = "00000000-0000-4000-8000-000000000000";

/** The plans of the built-in engine for goals, as Markdown to be read by people. */
export async function evaluatePlans(wanted: { directory: string }): Promise<string> {
  const goals = z.array(goalSchema).parse(JSON.parse(await readFile(wanted.directory, "utf8")));
  const folder = path.dirname(wanted.directory);
  const texts: string[] = [];
  for (const [repository, own] of Map.groupBy(goals, (one) => path.resolve(folder, one.repository))) {
    const directory = await findGitDirectory(repository);
    texts.push(
      ...(await planAll(
        directory,
        own.map(({ goal }) => goal),
      )),
    );
  }
  return texts.join("\n\n---\n\n");
}

async function planAll(directory: string, goals: readonly string[]): Promise<string[]> {
  const source = createMirrorSource(directory);
  return await inFolder(async (folder) => {
    const branch = await findDefaultBranch(directory);
    const commit = branch === null ? null : await resolveCommit(directory, branch);
    if (commit === null) throw new Error(`${directory} has no commit`);
    await updateIndex({ source, commit, directory: folder });
    const index = openIndex(folder, source);
    if (index === null) throw new Error("The index could not be opened");
    const signal = new AbortController().signal;
    const reader = openCodeReader({ repositoryId, directory, signal, commit, files: () => index.files() });
    await index.prepare();
    const texts: string[] = [];
    for (const goal of goals) {
      const started = performance.now();
      const onProgress = () => Promise.resolve();
      const codebase = { repositoryId, name: nameOfRepository(directory), index, reader };
      const proposal = await proposePlan(goal, [codebase], { services: [], onProgress });
      texts.push(toMarkdown(goal, proposal, Math.round(performance.now() - started)));
    }
    return texts;
  });
}

function toMarkdown(goal: string, { tasks, notes, nothing }: PlanProposal, ms: number): string {
  const lines = tasks.flatMap((task, at) => [
    `## ${at + 1}. ${task.title}${task.blockedBy.length > 0 ? ` (after ${task.blockedBy.map((one) => one + 1).join(", ")})` : ""}`,
    ...task.criteria.map((criterion) => `- [ ] ${criterion}`),
    ...task.locations.map(({ path: file, startLine, symbol }) => `  ${file}:${startLine} ${symbol ?? ""}`),
    ...(task.note === null ? [] : [`Note: ${task.note}`]),
  ]);
  return [
    `> ${goal.replaceAll("\n", "\n> ")}`,
    "",
    `${ms} ms${nothing === null ? "" : `, ${nothing}`}`,
    ...notes.map((note) => `* ${note}`),
    ...lines,
  ].join("\n");
}
