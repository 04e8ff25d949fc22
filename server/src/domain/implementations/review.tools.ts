import { commentMessageSchema } from "@cairn/contract/implementation-comments";
import { z } from "zod";

import { taskNameInput, tasksAreData } from "#server/domain/tasks/task-words.ts";
import { defineTool } from "#server/edge.ts";

import { hunkSources, writeDiff } from "./agent-review/diff-words.ts";
import { findImplementation, implementationInput } from "./agent-review/find-implementation.ts";
import { loadReview } from "./agent-review/load-review.ts";
import { writeReview } from "./agent-review/review-words.ts";
import { addComment } from "./comments/add-comment.ts";
import { getImplementationDiff } from "./reading/get-implementation-diff.ts";

const getReview = defineTool({
  name: "get_review",
  description:
    "Reads the review of a task's change: what it does, what to look at twice, its checks and rules, whether it can be merged and why not, its files, and open comments with their ids.",
  verb: "Reading a review",
  input: z.object({ task: taskNameInput, implementation: implementationInput }),
  async run(ctx, scope, named) {
    const { task, implementation } = await findImplementation(ctx, scope, named);
    const parts = await loadReview(ctx, scope, implementation);
    const { implementationId, state, canMerge, mergeObstacles, base, head } = implementation;
    return {
      text: `${tasksAreData}\n\n${writeReview(parts)}`,
      data: { implementationId, task: task.name, state, canMerge, mergeObstacles, base, head },
    };
  },
});

const contextLines = 3;

const getReviewDiff = defineTool({
  name: "get_review_diff",
  description:
    "Reads the lines that a task's change adds and deletes. Without paths it begins with the first file; many files come in parts.",
  verb: "Reading a change",
  input: z.object({
    task: taskNameInput,
    implementation: implementationInput,
    paths: z
      .array(z.string().min(1).max(4_096))
      .max(50)
      .optional()
      .describe("Only these files, as get_review names them"),
  }),
  async run(ctx, scope, { paths, ...named }) {
    const { task, implementation } = await findImplementation(ctx, scope, named);
    const { implementationId, repository } = implementation;
    const one = { ...scope, taskId: task.taskId, implementationId };
    const diff = await getImplementationDiff(ctx, { ...one, before: contextLines, after: contextLines });
    const files = diff.files.filter(({ path }) => paths === undefined || paths.includes(path));
    const { text, shown } = writeDiff(files);
    const { head } = diff;
    const code = { repositoryId: repository.repositoryId, commit: head ?? "" };
    return {
      text: files.length === 0 ? "It changes no such files." : text,
      data: { implementationId, task: task.name, head, sources: head === null ? [] : hunkSources(shown, code) },
    };
  },
});

const answerReviewComment = defineTool({
  name: "answer_review_comment",
  description:
    "Answers a thread of comments in the review of a task's change, in the name of your user. Say what you did about it, or why nothing; people resolve it.",
  verb: "Answering a comment",
  writes: { action: "implementation.comment", isRepeatable: false },
  input: z.object({
    task: taskNameInput,
    implementation: implementationInput,
    thread: z.uuid("Name a thread by its id, as the review gives it"),
    message: commentMessageSchema.describe("Markdown"),
  }),
  async run(ctx, scope, { thread, message, ...named }) {
    const { task, implementation } = await findImplementation(ctx, scope, named);
    const one = { ...scope, taskId: task.taskId, implementationId: implementation.implementationId };
    const { commentId } = await addComment(ctx, { ...one, message, replyTo: thread });
    return { text: "Answered. People resolve it.", data: { commentId, threadId: thread, task: task.name } };
  },
});

/** What agents read of reviews. */
export const reviewTools = [getReview, getReviewDiff];
/** What they may say there where the product allows it; a chat's model does not. */
export const reviewWritingTools = [answerReviewComment];
