import { topicPath } from "@cairn/contract/external-context";

import { updateIndex } from "../../code-index/update-index.ts";
import type { Ctx } from "../../ctx.ts";
import { createMirrorSource } from "../../platform/git/mirror-source.ts";
import { readMain, writeCommit } from "../../platform/git/write-commit.ts";
import { contextDirectory } from "../../platform/storage/data-folders.ts";
import { hashOfTopic } from "./describe-topic.ts";
import { builtAnew, listTopicTexts, markIndexed, type ProjectKey, type TopicRow } from "./external-context.store.ts";
import { removeContext, removeContextFiles } from "./remove-context.ts";

/**
 * Brings the project's index of its topics to what stands in them. They are files of a bare repository of their own, so
 * that they are searched, read and cited as code is; all of it is derived and made again wherever it is missing. Safe to
 * repeat, and to run twice at once: the same topics always give the same commit, and whoever finds that somebody else
 * moved on begins again.
 */
export async function indexTopics(ctx: Ctx, project: ProjectKey): Promise<void> {
  try {
    while (!(await bringIndex(ctx, project))) ctx.signal.throwIfAborted();
    ctx.indexes.warm(project.projectId);
  } finally {
    // The project may have been deleted meanwhile.
    await removeContextFiles(ctx, project);
  }
}

/** False when what was indexed is no longer what stands there. */
async function bringIndex(ctx: Ctx, project: ProjectKey): Promise<boolean> {
  const { projectId } = project;
  const { signal } = ctx;
  const directory = contextDirectory(ctx.settings.server.dataDir, projectId);
  // Before the topics: whoever moves it later has read newer ones.
  const before = await readMain(directory);
  const topics = await listTopicTexts(ctx.db, project);
  const isToBeRemoved = topics.length === 0 || topics.some((topic) => topic.indexedHash === builtAnew);
  if (isToBeRemoved) await removeContext(ctx, projectId);
  if (topics.length === 0) return (await listTopicTexts(ctx.db, project)).length === 0;
  const commit = await writeCommit(
    directory,
    { ...toCommit(topics), expected: isToBeRemoved ? null : before },
    { signal },
  );
  if (commit === null) return false;
  const source = createMirrorSource(directory);
  await updateIndex({ directory: ctx.indexes.directory(projectId), source, commit, workers: 1, signal });
  if ((await readMain(directory)) !== commit) return false;
  const indexed = topics.map((topic) => ({ topicId: topic.topicId, hash: hashOfTopic(topic) }));
  await markIndexed(ctx.db, project, indexed);
  return true;
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
