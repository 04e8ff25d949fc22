import type { ChatAssistant, ChatMessage, ChatSession } from "@cairn/contract/chat";
import { AppError } from "@cairn/contract/errors";

import { withActor, type Ctx } from "#server/ctx.ts";
import type { ChatStreams } from "#server/domain/chat/session/chat-streams.ts";
import {
  claimChat,
  endChat,
  listAbandonedChats,
  type AbandonedChat,
  type ChatRow,
} from "#server/domain/chat/session/chats.store.ts";
import { newMessage } from "#server/domain/chat/session/new-message.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { Tool } from "#server/edge.ts";

import { nameOfWriter } from "./open-answer.ts";
import { runAnswer } from "./run-answer.ts";

export interface ResumeOptions {
  streams: ChatStreams;
  /** What a model may look up. */
  tools: readonly Tool[];
  /**
   * How long nobody may have heard of an answer; 0 where no other process can exist, as at the start of a single one.
   */
  silentMs: number;
}

/** Begun so often and never ended, the answer itself may be what ends the process. */
const maxAttempts = 3;
/** Nobody waits for an answer longer than this. */
const maxAgeMs = 3_600_000;
/** So many are begun in one look, the longest silent first; the next look finds the others. */
const maxAtOnce = 50;

const answerInterrupted = new AppError("unavailable", {
  message: "The server stopped while it was answering. Press Retry to ask again.",
});

/**
 * Restarts abandoned answers, replacing the partial ones, so that a question outlives the process that accepted it. An
 * answer that was started too often, is too old or whose owner lost the right is ended: its text so far stays, with the
 * reason. Returns how many were restarted.
 */
export async function resumeAnswers(ctx: Ctx, options: ResumeOptions): Promise<number> {
  const { streams } = options;
  // One millisecond more, so that with `silentMs` 0 an answer of this very moment counts as silent.
  const since = new Date(ctx.now().getTime() - options.silentMs + 1);
  let begun = 0;
  for (const abandoned of await listAbandonedChats(ctx.wholeDb, since, maxAtOnce)) {
    const { sessionId, userId } = abandoned.found;
    if (!streams.reserve(sessionId, userId)) continue;
    try {
      if (await beginAgain(ctx, abandoned, options)) begun += 1;
    } catch (error) {
      // One that cannot be read must not keep those behind it: the longest silent comes first at each look.
      ctx.log.error({ sessionId, error }, "an answer could not be begun again");
    } finally {
      streams.release(sessionId);
    }
  }
  return begun;
}

/** False where it was ended instead, or somebody else took it. */
async function beginAgain(ctx: Ctx, abandoned: AbandonedChat, { streams, tools }: ResumeOptions): Promise<boolean> {
  const { found } = abandoned;
  const own = withActor(ctx, { kind: "user", userId: found.userId });
  const location = await findPosition(own, found);
  if (location === null) {
    await endAbandoned(ctx, found);
    return false;
  }
  const { session, isRetry } = freshTry(own, abandoned);
  const { processId } = streams;
  const claim = { found, session, processId, now: ctx.now(), attempts: found.attempts + 1 };
  if (!(await claimChat(ctx.wholeDb, claim))) return false;
  const owner = { organizationId: found.organizationId, userId: found.userId };
  const assistant = found.assistant as ChatAssistant;
  runAnswer(own, { assistant, owner, projectId: location.projectId, session, isRetry, streams, tools });
  return true;
}

/** The product the question is about, where it may still be answered; null where it may not. */
async function findPosition(ctx: Ctx, { organizationId, projectId, attempts, session }: ChatRow) {
  const requested = session.messages.findLast(({ role }) => role === "user");
  const isTooOld = !requested || Date.parse(requested.createdAt) < ctx.now().getTime() - maxAgeMs;
  if (isTooOld || projectId === null || attempts >= maxAttempts) return null;
  try {
    return await requireProject(ctx, { organizationId, projectId }, "chat.use");
  } catch (error) {
    if (error instanceof AppError && (error.code === "not_found" || error.code === "forbidden")) return null;
    throw error;
  }
}

/**
 * The session with an empty answer. What a broken try wrote of a page stays and is not written twice; where it had
 * written nothing yet, what it changed on the way is taken back, or doing the same again would do it twice.
 */
function freshTry(ctx: Ctx, { found, begunFrom }: AbandonedChat): { session: ChatSession; isRetry: boolean } {
  const thoughts = writtenBy(found.session.messages.at(-1));
  const isRetry = thoughts.length > 0;
  const base = isRetry ? found.session : begunFrom;
  const createdAt = ctx.now().toISOString();
  const empty = newMessage({ role: "assistant", content: "", writtenBy: nameOfWriter(ctx), createdAt, thoughts });
  const messages = [...base.messages.slice(0, -1), empty];
  return { session: { ...base, messages, loadingText: "Thinking", updatedAt: createdAt }, isRetry };
}

/** The calls with which an answer wrote something of what its chat works on. */
function writtenBy(answer: ChatMessage | undefined): ChatMessage["thoughts"] {
  const calls = answer?.thoughts.flatMap(({ functionCalls }) => functionCalls) ?? [];
  const written = calls.filter(({ name, durationMs }) => name.startsWith("write_") && durationMs !== null);
  return written.length > 0 ? [{ text: "", functionCalls: written }] : [];
}

async function endAbandoned(ctx: Ctx, found: ChatRow): Promise<void> {
  const updatedAt = ctx.now().toISOString();
  await endChat(ctx.wholeDb, found.sessionId, (session, row) => {
    const isSame = row.answeredBy === found.answeredBy && row.updatedAt.getTime() === found.updatedAt.getTime();
    const failed = {
      isStreaming: false,
      isError: true,
      error: answerInterrupted.message,
      loadingText: null,
      updatedAt,
    };
    return isSame ? { ...session, ...failed } : null;
  });
}
