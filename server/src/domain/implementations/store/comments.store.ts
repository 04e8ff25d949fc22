import { and, asc, count, eq, inArray, isNull, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { implementationComments } from "#server/platform/db/tables/implementation-comments.ts";
import { runSteps } from "#server/platform/db/tables/implementations.ts";
import { users } from "#server/platform/db/tables/users.ts";

type CommentRow = typeof implementationComments.$inferSelect;

/** A comment and who wrote it. */
export interface NamedCommentRow extends CommentRow {
  author: { userId: string; firstName: string | null; lastName: string | null } | null;
}

/** The columns of a line, of a comment that is about one. */
export type LineColumns = Pick<CommentRow, "path" | "side" | "line" | "hash" | "commit" | "excerpt">;

interface OfImplementation {
  organizationId: string;
  implementationId: string;
}

interface OneComment extends OfImplementation {
  commentId: string;
}

const ofImplementation = ({ organizationId, implementationId }: OfImplementation) =>
  and(
    eq(implementationComments.organizationId, organizationId),
    eq(implementationComments.implementationId, implementationId),
  );

const isOne = (key: OneComment) => and(ofImplementation(key), eq(implementationComments.commentId, key.commentId));

function selectNamed(db: Db) {
  return db
    .select({
      row: implementationComments,
      author: { userId: users.userId, firstName: users.firstName, lastName: users.lastName },
    })
    .from(implementationComments)
    .leftJoin(users, eq(users.userId, implementationComments.createdBy));
}

/** All comments on an implementation, the oldest first. */
export async function listCommentRows(db: Db, key: OfImplementation): Promise<NamedCommentRow[]> {
  const found = await selectNamed(db)
    .where(ofImplementation(key))
    .orderBy(asc(implementationComments.createdAt), asc(implementationComments.commentId));
  return found.map(({ row, author }) => ({ ...row, author }));
}

/** Null when the implementation has no such comment. */
export async function selectComment(db: Db, key: OneComment): Promise<NamedCommentRow | null> {
  const [found] = await selectNamed(db).where(isOne(key));
  return found ? { ...found.row, author: found.author } : null;
}

/**
 * How many comments each of these implementations has, and how many of them are open; those without one are missing. What an
 * agent answered asks for nothing.
 */
export async function countComments(
  db: Db,
  organizationId: string,
  implementationIds: readonly string[],
): Promise<Map<string, { total: number; open: number }>> {
  const rows = await db
    .select({
      implementationId: implementationComments.implementationId,
      total: count(),
      open: sql<number>`count(*) filter (where ${and(isNull(implementationComments.resolvedAt), isNull(implementationComments.agent))})`.mapWith(
        Number,
      ),
    })
    .from(implementationComments)
    .where(
      and(
        eq(implementationComments.organizationId, organizationId),
        inArray(implementationComments.implementationId, [...implementationIds]),
      ),
    )
    .groupBy(implementationComments.implementationId);
  return new Map(rows.map(({ implementationId, ...counts }) => [implementationId, counts]));
}

/** The commits that an implementation has stood at and begun at, of all its runs. */
export async function listKnownCommits(
  db: Db,
  { organizationId, implementationId }: OfImplementation,
): Promise<{ heads: string[]; bases: string[] }> {
  const rows = await db
    .select({
      step: runSteps.step,
      effectOid: runSteps.effectOid,
      base: sql<string | null>`${runSteps.intent}->>'base'`,
    })
    .from(runSteps)
    .where(and(eq(runSteps.organizationId, organizationId), eq(runSteps.implementationId, implementationId)));
  return {
    // The first step ends with what the change begins at.
    heads: rows.flatMap(({ step, effectOid }) => (step === "code-analysis" ? [] : (effectOid ?? []))),
    bases: rows.flatMap(({ base }) => base ?? []),
  };
}

export async function insertComment(tx: Db, row: typeof implementationComments.$inferInsert): Promise<void> {
  await tx.insert(implementationComments).values(row);
}

export async function updateCommentRow(
  db: Db,
  key: OneComment,
  change: Pick<CommentRow, "message" | "editedAt">,
): Promise<void> {
  await db.update(implementationComments).set(change).where(isOne(key));
}

export async function deleteCommentRow(db: Db, key: OneComment): Promise<void> {
  await db.delete(implementationComments).where(isOne(key));
}

/** Sets it for the comments of a thread that are not so already; who was first stays. */
export async function resolveThread(
  db: Db,
  key: OfImplementation & { threadId: string },
  change: Pick<CommentRow, "resolvedAt" | "resolvedBy">,
): Promise<void> {
  const isOther = sql`(${implementationComments.resolvedAt} is null) = ${change.resolvedAt !== null}`;
  await db
    .update(implementationComments)
    .set(change)
    .where(and(ofImplementation(key), eq(implementationComments.threadId, key.threadId), isOther));
}
