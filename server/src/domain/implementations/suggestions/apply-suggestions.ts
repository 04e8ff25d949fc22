import { displayName } from "@cairn/contract/auth";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { applySuggestions as endpoint, ImplementationComment } from "@cairn/contract/implementation-comments";

import type { Ctx } from "#server/ctx.ts";
import { describeComments } from "#server/domain/implementations/comments/describe-comments.ts";
import { requireReviewedHead } from "#server/domain/implementations/merge/plan-merge.ts";
import { toGitPerson } from "#server/domain/implementations/merge/write-merge-message.ts";
import { findCommitObstacle } from "#server/domain/implementations/publishing/find-commit-obstacle.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import { queueReviewerCommit } from "#server/domain/implementations/reviewer-commits/queue-reviewer-commit.ts";
import {
  listCommentRows,
  resolveThread,
  type NamedCommentRow,
} from "#server/domain/implementations/store/comments.store.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { findPerson } from "#server/domain/implementations/store/runs.store.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { findEntry } from "#server/platform/git/objects/list-tree.ts";
import { writeTreeCommit } from "#server/platform/git/patches/write-tree-commit.ts";
import { readTextFile } from "#server/platform/git/trees/change-tree.ts";
import { replaceEntries, writeBlob, type EntryChange } from "#server/platform/git/trees/replace-entries.ts";

import { replaceLines, type LineEdit } from "./replace-lines.ts";

/** Commits what comments suggest, in one commit by whoever applies it, and has it checked. The comments are resolved. */
export async function applySuggestions(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const userId = requireUserId(ctx);
  await requireProject(ctx, input, "repository.push");
  const row = await requireImplementation(ctx, input, "implementation.merge");
  const rows = await requireComments(ctx, row, input.commentIds);
  const head = row.headOid;
  if (head === null) throw new AppError("conflict", { message: "There is no change yet." });
  const obstacle = findCommitObstacle(row);
  if (obstacle !== null) throw new AppError("conflict", { message: obstacle });
  await requireReviewedHead(ctx, row, input.head);
  const comments = await requireSuggestions(ctx, row, rows);
  const directory = codeDirectory(ctx, row.repository);
  const { signal } = ctx;
  const changes = await listChanges(ctx, directory, { head, comments });
  const tree = await replaceEntries(directory, { tree: head, changes, signal });
  const person = await findPerson(ctx.db, userId);
  if (person === null) throw new AppError("unauthenticated", { message: "Sign in to continue" });
  const author = toGitPerson(person);
  const message = await writeMessage(ctx, { row, comments, author });
  const commit = await writeTreeCommit(directory, { tree, parents: [head], message, author, date: ctx.now(), signal });
  const { organizationId, implementationId } = row;
  const threads = new Set(comments.map(({ threadId }) => threadId));
  const count = comments.length === 1 ? "One suggestion is" : `${comments.length} suggestions are`;
  await queueReviewerCommit(ctx, row, {
    commit,
    step: "revision-implementation",
    summary: `${count} applied by ${displayName(person)}.`,
    async also(tx) {
      const change = { resolvedAt: ctx.now(), resolvedBy: userId };
      for (const threadId of threads) await resolveThread(tx, { organizationId, implementationId, threadId }, change);
    },
  });
  return await getImplementation(ctx, row);
}

type SuggestedComment = ImplementationComment & {
  file: NonNullable<ImplementationComment["file"]>;
  suggestion: NonNullable<ImplementationComment["suggestion"]>;
};

async function requireComments(
  ctx: Pick<Ctx, "db">,
  row: NamedImplementationRow,
  commentIds: readonly string[],
): Promise<NamedCommentRow[]> {
  const ids = new Set(commentIds);
  const rows = (await listCommentRows(ctx.db, row)).filter(({ commentId }) => ids.has(commentId));
  if (rows.length < ids.size) throw notFound("Comment");
  return rows;
}

/** Throws `conflict` in words for the first that cannot be applied. */
async function requireSuggestions(
  ctx: Ctx,
  row: NamedImplementationRow,
  rows: readonly NamedCommentRow[],
): Promise<SuggestedComment[]> {
  const comments = await describeComments(ctx, row, rows);
  return comments.map((comment) => {
    const { file, suggestion } = comment;
    if (file === null || suggestion === null) {
      throw new AppError("conflict", { message: "One of the comments suggests nothing by now." });
    }
    if (suggestion.obstacle !== null) {
      throw new AppError("conflict", {
        message: `A suggestion for ${file.filename} cannot be applied: ${suggestion.obstacle}.`,
      });
    }
    return { ...comment, file, suggestion };
  });
}

async function listChanges(
  { signal }: Pick<Ctx, "signal">,
  directory: string,
  { head, comments }: { head: string; comments: readonly SuggestedComment[] },
): Promise<EntryChange[]> {
  const byPath = Map.groupBy(comments, ({ file }) => file.filename);
  const changes: EntryChange[] = [];
  for (const [path, ofFile] of byPath) {
    const text = await readTextFile(directory, { commit: head, path, signal });
    const edits = ofFile.map(({ suggestion: { startLine, former, lines } }): LineEdit => ({
      startLine,
      count: former.length,
      lines,
    }));
    const replaced = replaceLines(text, edits);
    if (replaced === null) {
      throw new AppError("conflict", { message: `Two of the suggestions for ${path} are about the same lines.` });
    }
    const entry = await findEntry(directory, { commit: head, path, signal });
    changes.push({ path, entry: { mode: entry?.mode ?? "100644", oid: await writeBlob(directory, replaced, signal) } });
  }
  return changes;
}

/** Whoever suggested stands beside whoever applies. */
async function writeMessage(
  ctx: Pick<Ctx, "db">,
  {
    row,
    comments,
    author,
  }: { row: NamedImplementationRow; comments: readonly SuggestedComment[]; author: { email: string } },
): Promise<string> {
  const userIds = new Set(comments.flatMap(({ createdBy }) => createdBy?.userId ?? []));
  const people = await Promise.all([...userIds].map((userId) => findPerson(ctx.db, userId)));
  const credited = people.flatMap((person) => (person === null ? [] : [toGitPerson(person)]));
  const trailers = [
    `Implementation: ${row.projectImplementationId}`,
    ...credited
      .filter(({ email }) => email !== author.email)
      .map(({ name, email }) => `Co-authored-by: ${oneLine(name)} <${oneLine(email)}>`),
  ];
  const files = [...new Set(comments.map(({ file }) => file.filename))];
  const title = comments.length === 1 ? "Apply a suggestion" : `Apply ${comments.length} suggestions`;
  return `${title}\n\n${files.map((file) => `- ${file}`).join("\n")}\n\n${trailers.join("\n")}\n`;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}<>]+/gu, " ").trim();
}
