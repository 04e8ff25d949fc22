import type { ChatSession } from "@cairn/contract/chat";
import { and, count, desc, eq, isNull, lt } from "drizzle-orm";

import type { Db } from "../../platform/db/open-db.ts";
import { chats } from "../../platform/db/tables/chats.ts";

export type ChatRow = typeof chats.$inferSelect;

/** Whose chats. */
export interface ChatOwner {
  organizationId: string;
  userId: string;
}

const isOf = (owner: ChatOwner) => and(eq(chats.organizationId, owner.organizationId), eq(chats.userId, owner.userId));

/** Whoever the chat belongs to; the caller decides what to tell. */
export async function findChatRow(db: Db, sessionId: string): Promise<ChatRow | null> {
  const [row] = await db.select().from(chats).where(eq(chats.sessionId, sessionId));
  return row ?? null;
}

export async function listChatRows(
  db: Db,
  owner: ChatOwner & { projectId: string | null; assistant: string },
  page: { limit: number; offset: number },
): Promise<{ rows: Pick<ChatRow, "session">[]; total: number }> {
  const ofProject = owner.projectId === null ? undefined : eq(chats.projectId, owner.projectId);
  const wanted = and(isOf(owner), eq(chats.assistant, owner.assistant), ofProject);
  const rows = await db
    .select({ session: chats.session })
    .from(chats)
    .where(wanted)
    .orderBy(desc(chats.createdAt), desc(chats.sessionId))
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await db.select({ total: count() }).from(chats).where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

/** False when a chat with this id exists already. */
export async function insertChat(db: Db, row: typeof chats.$inferInsert): Promise<boolean> {
  const made = await db.insert(chats).values(row).onConflictDoNothing({ target: chats.sessionId });
  return (made.rowCount ?? 0) > 0;
}

/** Takes a chat for a new answer; false when another answer took it first. */
export async function claimChat(
  db: Db,
  claim: { found: ChatRow; session: ChatSession; processId: string; now: Date },
): Promise<boolean> {
  const { found, session, processId, now } = claim;
  const isUnchanged = and(
    eq(chats.isStreaming, found.isStreaming),
    found.answeredBy === null ? isNull(chats.answeredBy) : eq(chats.answeredBy, found.answeredBy),
    eq(chats.updatedAt, found.updatedAt),
  );
  const taken = await db
    .update(chats)
    .set({ session, isStreaming: true, answeredBy: processId, updatedAt: now })
    .where(and(eq(chats.sessionId, found.sessionId), isUnchanged));
  return (taken.rowCount ?? 0) > 0;
}

/** Writes an answer's progress; false when the chat is gone or no longer this process's to answer. */
export async function saveProgress(
  db: Db,
  progress: { session: ChatSession; processId: string; now: Date },
): Promise<boolean> {
  const { session, processId, now } = progress;
  const { isStreaming } = session;
  const saved = await db
    .update(chats)
    .set({ session, isStreaming, answeredBy: isStreaming ? processId : null, updatedAt: now })
    .where(and(eq(chats.sessionId, session.sessionId), eq(chats.answeredBy, processId)));
  return (saved.rowCount ?? 0) > 0;
}

/** Says that an answer is alive; false when the chat is gone or no longer this process's to answer. */
export async function touchChat(db: Db, sign: { sessionId: string; processId: string; now: Date }): Promise<boolean> {
  const touched = await db
    .update(chats)
    .set({ updatedAt: sign.now })
    .where(and(eq(chats.sessionId, sign.sessionId), eq(chats.answeredBy, sign.processId)));
  return (touched.rowCount ?? 0) > 0;
}

/** Chats that say they are being answered and of which nothing was heard since. */
export async function listSilentChats(db: Db, since: Date): Promise<ChatRow[]> {
  return await db
    .select()
    .from(chats)
    .where(and(eq(chats.isStreaming, true), lt(chats.updatedAt, since)));
}

/**
 * Ends an answer from outside the process that gives it, which notices at its next write. False when the chat was
 * written in the meantime.
 */
export async function endChat(db: Db, end: { found: ChatRow; session: ChatSession }): Promise<boolean> {
  const ended = await db
    .update(chats)
    .set({ session: end.session, isStreaming: false, answeredBy: null })
    .where(and(eq(chats.sessionId, end.found.sessionId), eq(chats.updatedAt, end.found.updatedAt)));
  return (ended.rowCount ?? 0) > 0;
}

/** False when the owner has no such chat. */
export async function deleteChatRow(db: Db, owner: ChatOwner, sessionId: string): Promise<boolean> {
  const gone = await db.delete(chats).where(and(isOf(owner), eq(chats.sessionId, sessionId)));
  return (gone.rowCount ?? 0) > 0;
}
