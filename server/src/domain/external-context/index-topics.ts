import { topicPath } from "@cairn/contract/external-context";

import { updateIndex } from "#server/code-index/update/update-index.ts";
import type { Ctx } from "#server/ctx.ts";
import { followTo } from "#server/domain/ledger/find-code.ts";
import { applyFollow, planFollow } from "#server/domain/ledger/follow-sources.ts";
import { markCodeGone } from "#server/domain/ledger/mark-code-gone.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { readMain, writeCommit } from "#server/platform/git/hosting/write-commit.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { contextDirectory } from "#server/platform/storage/data-folders.ts";

import { hashOfTopic } from "./describe-topic.ts";
import { builtAnew, listTopicTexts, lockProject, markIndexed, type TopicRow } from "./external-context.store.ts";
import { removeContext, removeContextFiles } from "./remove-context.ts";

/**
 * Updates the project's index of its topics. They are files of a bare repository of their own, so that they are
 * searched, read and cited as code is; all of it is derived and made again wherever it is missing. Safe to repeat, and
 * to run twice at once: the same topics always give the same commit, and a run that finds that another one has changed
 * the repository begins again.
 */
export async function indexTopics(ctx: Ctx, project: ProjectKey): Promise<void> {
  try {
    while (!(await rebuildIndex(ctx, project))) ctx.signal.throwIfAborted();
    ctx.indexes.warm(project.projectId);
  } finally {
    // The project may have been deleted meanwhile.
    await removeContextFiles(ctx, project);
  }
}

/** False when the topics changed while they were indexed. */
async function rebuildIndex(ctx: Ctx, project: ProjectKey): Promise<boolean> {
  const { projectId } = project;
  const { signal } = ctx;
  const directory = contextDirectory(ctx.settings.server.dataDir, projectId);
  // Before the topics: a run that moves it later has read newer ones.
  const before = await readMain(directory);
  const topics = await listTopicTexts(ctx.db, project);
  const isToBeRemoved = topics.length === 0 || topics.some((topic) => topic.indexedHash === builtAnew);
  if (isToBeRemoved) await removeContext(ctx, projectId);
  if (topics.length === 0) return await removeIndex(ctx, project);
  const commit = await writeCommit(
    directory,
    { ...toCommit(topics), expected: isToBeRemoved ? null : before },
    { signal },
  );
  if (commit === null) return false;
  const source = createMirrorSource(directory);
  await updateIndex({ directory: ctx.indexes.directory(projectId), source, commit, workers: 1, signal });
  const plan = await planFollow(ctx, followTo(ctx, { ...toCited(project), directory }, { formerCommit: null, commit }));
  const indexed = topics.map((topic) => ({ topicId: topic.topicId, hash: hashOfTopic(topic) }));
  return await ctx.db.transaction(async (tx) => {
    const isThere = await lockProject(tx, project);
    if ((await readMain(directory)) !== commit) return false;
    if (isThere) await applyFollow(tx, plan);
    await markIndexed(tx, project, indexed);
    return true;
  });
}

/** Nothing that pages say of topics can be checked any more. False when there are topics again. */
async function removeIndex(ctx: Ctx, project: ProjectKey): Promise<boolean> {
  return await ctx.db.transaction(async (tx) => {
    await lockProject(tx, project);
    if ((await listTopicTexts(tx, project)).length > 0) return false;
    await markCodeGone(ctx, tx, toCited(project));
    return true;
  });
}

/** Sources name external context by its project. */
function toCited({ organizationId, projectId }: ProjectKey) {
  return { organizationId, repositoryId: projectId };
}

/** One commit without a past: nothing of a topic that was deleted or changed stays in a history. */
function toCommit(topics: readonly TopicRow[]) {
  return {
    files: topics.map((topic) => ({ path: topicPath(topic), content: topic.content })),
    message: "External context",
    author: { name: "Cairn", email: "cairn@localhost" },
    date: new Date(Math.max(...topics.map((topic) => topic.updatedAt.getTime()))),
  };
}
