import type { ChatSession, ChatSummary } from "@cairn/contract/chat";
import { applyOperation, type MessageOperation } from "@cairn/contract/chat-events";
import { and, count, desc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";

import type { Database, Db } from "#server/platform/db/open-db.ts";
import { chatOperations, chats } from "#server/platform/db/tables/chats.ts";

/** A stored chat: its `session` includes what the running answer did to it so far. */
export type ChatRow = typeof chats.$inferSelect;

/** One change of a session, of which it is known whose. */
export type SessionChange = Pick<MessageOperation, "path" | "operation" | "value">;

/** Whose chats. */
export interface ChatOwner {
  organizationId: string;
  userId: string;
}

const isOf = (owner: ChatOwner) => and(eq(chats.organizationId, owner.organizationId), eq(chats.userId, owner.userId));

/**
 * What the answer under way did, in order, to be read with its chat in one statement: two looks might not fit. Columns
 * are named in full by hand, as drizzle shortens them where it selects from one table.
 */
const changesSoFar = sql<SessionChange[] | null>`(
  select jsonb_agg(change order by chat_operations.sequence, place)
  from chat_operations, jsonb_array_elements(chat_operations.operations) with ordinality as held(change, place)
  where chat_operations.session_id = chats.session_id)`;

/** The same of the fields that lists show. */
const listedChanges = sql<SessionChange[] | null>`(
  select jsonb_agg(change order by chat_operations.sequence, place)
  from chat_operations, jsonb_array_elements(chat_operations.operations) with ordinality as held(change, place)
  where chat_operations.session_id = chats.session_id
  and change->>'path' in ('/title', '/isStreaming', '/isError', '/updatedAt'))`;

function applyAll<T extends object>(state: T, changes: readonly SessionChange[] | null): T {
  return (changes ?? []).reduce((before, change) => applyOperation(before, change), state);
}

/** A chat with an abandoned answer: its current state, and its state when that answer began. */
export interface AbandonedChat {
  found: ChatRow;
  begunFrom: ChatSession;
}

function withChanges({ row, changes }: { row: ChatRow; changes: SessionChange[] | null }): ChatRow {
  return { ...row, session: applyAll(row.session, changes) };
}

/** Finds the chat of any owner; the caller checks who may see it. */
export async function findChatRow(db: Db, sessionId: string): Promise<ChatRow | null> {
  const [found] = await db
    .select({ row: chats, changes: changesSoFar })
    .from(chats)
    .where(eq(chats.sessionId, sessionId));
  return found ? withChanges(found) : null;
}

export async function listChatRows(
  db: Db,
  owner: ChatOwner & { projectId: string | null; assistant: string },
  page: { limit: number; offset: number },
): Promise<{ rows: ChatSummary[]; total: number }> {
  const ofProject = owner.projectId === null ? undefined : eq(chats.projectId, owner.projectId);
  const wanted = and(isOf(owner), eq(chats.assistant, owner.assistant), ofProject);
  const { session } = chats;
  const rows = await db
    .select({
      summary: {
        sessionId: chats.sessionId,
        title: sql<string>`${session}->>'title'`,
        isStreaming: sql<boolean>`(${session}->'isStreaming')::boolean`,
        isError: sql<boolean>`(${session}->'isError')::boolean`,
        updatedAt: sql<string>`${session}->>'updatedAt'`,
      },
      changes: listedChanges,
    })
    .from(chats)
    .where(wanted)
    // A sign of life touches each chat that is being answered every few seconds: those stay in one order.
    .orderBy(
      desc(chats.isStreaming),
      desc(sql`case when ${chats.isStreaming} then ${chats.createdAt} else ${chats.updatedAt} end`),
      desc(chats.sessionId),
    )
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await db.select({ total: count() }).from(chats).where(wanted);
  return { rows: rows.map(({ summary, changes }) => applyAll(summary, changes)), total: counted?.total ?? 0 };
}

/** A task that chats of one person may name, at most so many of them. */
export interface NamedTask {
  userId: string;
  taskId: string;
  /** "FB-9". */
  name: string;
  limit: number;
}

/** Chats with the assistant that answers about a product, which name the task or were asked from its page. */
export async function searchChatsNaming(
  db: Db,
  { organizationId, projectId }: { organizationId: string; projectId: string },
  { userId, taskId, name, limit }: NamedTask,
): Promise<{ content: { sessionId: string; title: string }[]; total: number }> {
  const found = await db
    .select({
      sessionId: chats.sessionId,
      title: chats.title,
      total: sql<string>`count(*) over ()`,
    })
    .from(chats)
    .where(
      and(
        isOf({ organizationId, userId }),
        eq(chats.projectId, projectId),
        eq(chats.assistant, "organization-chat-assistant"),
        // Written by PostgreSQL with each session, which is not read for this.
        or(sql`chats.asked_task_id = ${taskId}`, sql`${name.toUpperCase()} = any(chats.task_names)`),
      ),
    )
    .orderBy(desc(chats.updatedAt), desc(chats.sessionId))
    .limit(limit);
  return {
    content: found.map(({ sessionId, title }) => ({ sessionId, title })),
    total: Number(found[0]?.total ?? 0),
  };
}

/** Writes a new chat with its first question. False when a chat with this id exists already. */
export async function insertChat(db: Db, row: typeof chats.$inferInsert): Promise<boolean> {
  // Without a conflict target: of two inserts at once, one may first violate `chats_tenant`, which a target would not
  // cover.
  const made = await db
    .insert(chats)
    .values({ attempts: 1, ...row })
    .onConflictDoNothing();
  return (made.rowCount ?? 0) > 0;
}

/**
 * Claims a chat for an answer, discarding what a running answer did to it. False when somebody else claimed it
 * first. `attempts` is absent for an answer that is started for the first time.
 */
export async function claimChat(
  db: Pick<Database, "transaction">,
  claim: { found: ChatRow; session: ChatSession; processId: string; now: Date; attempts?: number },
): Promise<boolean> {
  const { found, session, processId, now, attempts = 1 } = claim;
  const isUnchanged = and(
    eq(chats.isStreaming, found.isStreaming),
    found.answeredBy === null ? isNull(chats.answeredBy) : eq(chats.answeredBy, found.answeredBy),
    eq(chats.updatedAt, found.updatedAt),
  );
  return await db.transaction(async (tx) => {
    const taken = await tx
      .update(chats)
      .set({ session, title: session.title, isStreaming: true, answeredBy: processId, attempts, updatedAt: now })
      .where(and(eq(chats.sessionId, found.sessionId), isUnchanged));
    if (!taken.rowCount) return false;
    await forgetOperations(tx, found.sessionId);
    return true;
  });
}

/** Once the chat's row was changed in this transaction, nobody who lost it adds any more. */
async function forgetOperations(tx: Db, sessionId: string): Promise<void> {
  await tx.delete(chatOperations).where(eq(chatOperations.sessionId, sessionId));
}

/** What an answer did since the last time it was written. */
export interface ChatOperationRow {
  sessionId: string;
  /** From 1, within one answer. */
  sequence: number;
  operations: readonly SessionChange[];
}

/**
 * Writes what the answers of one process did. Answers for each chat that is still this process's whether its row was
 * written: not where somebody else holds the chat's row at this moment, which must not keep the others waiting.
 */
export async function insertOperations(
  db: Db,
  processId: string,
  rows: readonly ChatOperationRow[],
): Promise<ReadonlyMap<string, boolean>> {
  const result = await db.execute<{ session_id: string; is_written: boolean }>(sql`
    with due as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(
        rows.map(({ sessionId, ...row }) => ({ session_id: sessionId, ...row })),
      )}::jsonb) as given(session_id uuid, sequence integer, operations jsonb)
    ), mine as materialized (
      select organization_id, session_id from ${chats}
      where answered_by = ${processId} and session_id in (select session_id from due)
      for share skip locked
    ), written as (
      insert into ${chatOperations} (organization_id, session_id, sequence, operations)
      select mine.organization_id, mine.session_id, due.sequence, due.operations from mine join due using (session_id)
      -- Written before, when the answer to the statement was lost on its way.
      on conflict do nothing
    )
    select ${chats.sessionId}, exists (select from mine where mine.session_id = ${chats.sessionId}) as is_written
    from ${chats} where answered_by = ${processId} and ${chats.sessionId} in (select session_id from due)`);
  return new Map(result.rows.map((row) => [row.session_id, row.is_written]));
}

/** Writes the whole session of an answer that has ended; false when the chat is gone or not this process's any more. */
export async function finishChat(
  db: Database,
  end: { session: ChatSession; processId: string; now: Date },
): Promise<boolean> {
  const { session, processId, now } = end;
  return await db.transaction(async (tx) => {
    const written = await tx
      .update(chats)
      .set({ session, title: session.title, isStreaming: false, answeredBy: null, updatedAt: now })
      .where(and(eq(chats.sessionId, session.sessionId), eq(chats.answeredBy, processId)));
    if (!written.rowCount) return false;
    await forgetOperations(tx, session.sessionId);
    return true;
  });
}

/** Ends an answer from outside the process that gives it, which notices at its next write. */
export async function endChat(
  db: Database,
  sessionId: string,
  end: (session: ChatSession, row: ChatRow) => ChatSession | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    // The lock keeps the process that answers from writing between our look and our word.
    await tx.select({ sessionId: chats.sessionId }).from(chats).where(eq(chats.sessionId, sessionId)).for("update");
    const found = await findChatRow(tx, sessionId);
    const session = found?.isStreaming ? end(found.session, found) : null;
    if (session === null) return;
    await tx
      .update(chats)
      .set({ session, title: session.title, isStreaming: false, answeredBy: null })
      .where(eq(chats.sessionId, sessionId));
    await forgetOperations(tx, sessionId);
  });
}

/** Says that a process's answers are alive. Gives those of these chats that are still its to answer. */
export async function touchChats(
  db: Db,
  sign: { sessionIds: readonly string[]; processId: string; now: Date },
): Promise<ReadonlySet<string>> {
  const own = and(inArray(chats.sessionId, [...sign.sessionIds]), eq(chats.answeredBy, sign.processId));
  // Otherwise this statement and one that changes many chats at once, like a deletion, could deadlock.
  const free = db
    .select({ sessionId: chats.sessionId })
    .from(chats)
    .where(own)
    .for("no key update", { skipLocked: true });
  await db.update(chats).set({ updatedAt: sign.now }).where(inArray(chats.sessionId, free));
  const rows = await db.select({ sessionId: chats.sessionId }).from(chats).where(own);
  return new Set(rows.map(({ sessionId }) => sessionId));
}

/** Releases a chat whose answer another process shall restart; does nothing when it is not this process's. */
export async function releaseChat(db: Db, sessionId: string, processId: string): Promise<void> {
  const own = and(eq(chats.sessionId, sessionId), eq(chats.answeredBy, processId));
  await db.update(chats).set({ answeredBy: null }).where(own);
}

/**
 * Chats that say they are being answered, and that nobody answers: let go of, or silent since this moment. The longest
 * silent first.
 */
export async function listAbandonedChats(db: Db, since: Date, limit: number): Promise<AbandonedChat[]> {
  const isSilent = or(isNull(chats.answeredBy), lt(chats.updatedAt, since));
  const found = await db
    .select({ row: chats, changes: changesSoFar })
    .from(chats)
    .where(and(eq(chats.isStreaming, true), isSilent))
    .orderBy(chats.updatedAt)
    .limit(limit);
  return found.map((one) => ({ found: withChanges(one), begunFrom: one.row.session }));
}

/** False when the owner has no such chat. */
export async function deleteChatRow(db: Db, owner: ChatOwner, sessionId: string): Promise<boolean> {
  const gone = await db.delete(chats).where(and(isOf(owner), eq(chats.sessionId, sessionId)));
  return (gone.rowCount ?? 0) > 0;
}
