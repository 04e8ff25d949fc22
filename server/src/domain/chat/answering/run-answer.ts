import { maxChatFiles, type ChatAssistant, type ChatSession } from "@cairn/contract/chat";
import { AppError, unknownErrorMessage } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { createEventBook, update } from "#server/domain/chat/session/change-for-event.ts";
import {
  answerCancelled,
  answerReleased,
  answerRevoked,
  type ChatStreams,
} from "#server/domain/chat/session/chat-streams.ts";
import {
  findChatRow,
  finishChat,
  releaseChat,
  type SessionChange,
  type ChatOwner,
} from "#server/domain/chat/session/chats.store.ts";
import { checkRights } from "#server/domain/chat/session/check-answers.ts";
import { createSessionWriter, type SessionWriter } from "#server/domain/chat/session/session-writer.ts";
import type { Tool } from "#server/edge.ts";
import type { DraftEvent } from "#server/engine/drafts/page-draft.ts";

import { keptDraft } from "./load-draft.ts";
import { openAnswer } from "./open-answer.ts";
import { openDescriptionTurn } from "./open-description-turn.ts";
import { openDraftTurn } from "./open-draft-turn.ts";

export interface AnswerRun {
  assistant: ChatAssistant;
  owner: ChatOwner;
  projectId: string;
  /** With the question and the empty answer, as written already. */
  session: ChatSession;
  /** What the client sent for the assistant to work on, as it came; absent where it sent nothing. */
  data?: unknown;
  /** The same question failed before and had begun to change what the chat works on. */
  isRetry: boolean;
  streams: ChatStreams;
  tools: readonly Tool[];
}

const notSaved = new AppError("unavailable", { message: "The answer could not be saved. Press Retry to ask again." });
/** The chat went, or somebody else ended or took over its answer. */
const answerLost = new AppError("cancelled", { message: "The answer is not given here any more" });

/** Runs the answer in this process. Its end, good or bad, is stored and sent; nothing is thrown. */
export function runAnswer(ctx: Ctx, run: AnswerRun): void {
  const { owner, projectId, session, streams } = run;
  const { sessionId } = session;
  const about = { owner, projectId, sessionId };
  const { processId } = streams;
  const stop = new AbortController();
  const own: Ctx = { ...ctx, signal: stop.signal };
  const writer = createSessionWriter({
    session,
    batch: streams.batch(ctx.wholeDb),
    finish: (last) => finishChat(ctx.wholeDb, { session: last, processId, now: ctx.now() }),
    report(operations) {
      if (stop.signal.reason !== answerRevoked) streams.tell({ type: "operations", ...about, operations });
    },
    onLost(cause) {
      if (cause !== null) ctx.log.error({ sessionId, error: cause }, "an answer could not be saved");
      stop.abort(cause === null ? answerLost : notSaved);
    },
  });
  streams.tell({ type: "operations", ...about, operations: wholeSession(session) });
  const recheck = (): void => void checkRights(ctx, [{ owner, projectId, stop }]);
  const ended = writeAnswer(own, { ...run, stop, writer });
  streams.add({ ...about, stop, ended, recheck, sent: () => writer.sent });
}

/** Operations that make any session object this one. */
export function wholeSession(session: ChatSession) {
  const { sessionId, ...fields } = session;
  return Object.entries(fields).map(([name, value]) => ({ sessionId, ...update(`/${name}`, value) }));
}

type StartedRun = AnswerRun & { stop: AbortController; writer: SessionWriter };

async function writeAnswer(ctx: Ctx, run: StartedRun): Promise<void> {
  const { owner, projectId, streams, stop } = run;
  const about = { owner, projectId, sessionId: run.session.sessionId };
  let reason: unknown = null;
  try {
    await followEvents(ctx, run);
  } catch (error) {
    reason = stop.signal.aborted ? stop.signal.reason : error;
  }
  if (stop.signal.reason === answerRevoked) reason = answerRevoked;
  try {
    const event = await endAnswer(ctx, run, reason);
    if (event !== null) streams.tell({ ...about, ...event });
  } catch (error) {
    ctx.log.error({ sessionId: about.sessionId, error }, "the end of an answer could not be saved");
    streams.tell({ type: "failed", ...about, message: notSaved.message });
  }
}

type AnswerEnd = { type: "completed" } | { type: "failed"; message: string } | { type: "revoked" } | { type: "moved" };

/** Stores how the answer ended. Returns the last event to send; null when there is nobody to send it to. */
async function endAnswer(ctx: Ctx, run: StartedRun, reason: unknown): Promise<AnswerEnd | null> {
  const { streams, writer } = run;
  const { sessionId } = run.session;
  if (reason === answerReleased) {
    await writer.flush();
    await releaseChat(ctx.wholeDb, sessionId, streams.processId);
    return null;
  }
  const isStopped = reason === null || reason === answerCancelled || reason === answerRevoked;
  const cause = isStopped ? null : messageOf(reason);
  const isOurs = await writer.end(...lastChanges(ctx, writer.session, cause));
  if (reason === answerRevoked) return { type: "revoked" };
  if (!isOurs) return await describeState(ctx, run);
  if (cause === null) return { type: "completed" };
  ctx.log.warn({ error: reason, sessionId }, "an answer failed");
  return { type: "failed", message: cause };
}

/** Somebody else ended the answer, deleted the chat, or took it over: the state in the database is sent. */
async function describeState(ctx: Ctx, { owner, projectId, streams, session }: StartedRun): Promise<AnswerEnd> {
  const { sessionId } = session;
  const row = await findChatRow(ctx.wholeDb, sessionId);
  if (row === null) return { type: (await hasLostRight(ctx, { owner, projectId })) ? "revoked" : "completed" };
  if (row.isStreaming && row.answeredBy === streams.processId) throw notSaved;
  if (row.isStreaming) return { type: "moved" };
  streams.tell({ type: "operations", owner, projectId, sessionId, operations: wholeSession(row.session) });
  const { isError, error } = row.session;
  return isError && error !== null ? { type: "failed", message: error } : { type: "completed" };
}

/** A chat is deleted with the membership and with the product: its deletion may be noticed before the reason. */
async function hasLostRight(ctx: Ctx, about: Pick<AnswerRun, "owner" | "projectId">): Promise<boolean> {
  const stop = new AbortController();
  await checkRights(ctx, [{ ...about, stop }]);
  return stop.signal.aborted;
}

async function followEvents(ctx: Ctx, run: StartedRun): Promise<void> {
  const { session, writer, tools, streams } = run;
  const leave = await streams.startSemaphore.acquire(ctx.signal);
  const book = createEventBook((name) => tools.find((tool) => tool.name === name)?.verb ?? verbOfOwn(name), ctx.newId);
  try {
    for await (const event of untilStopped(openEvents(ctx, run), ctx.signal)) {
      if (!preparing.has(event.type)) leave();
      const changes = event.type === "draft" ? changesOfDraft(event) : book.changesFor(event, writer.session);
      if (changes.length > 0) writer.change(...changes);
      // A database slower than the answer slows the answer, and not the others.
      if (writer.isFull) await writer.flush();
      if (event.type === "end" && event.uncitedStatements > 0) {
        ctx.log.info(
          { sessionId: session.sessionId, uncited: event.uncitedStatements },
          "an answer has uncited statements",
        );
      }
    }
  } finally {
    leave();
  }
}

/** Events before an answer's first word, or before its model is called; by them the time of preparing is measured. */
const preparing: ReadonlySet<string> = new Set(["basis", "thought", "thought-text", "call", "call-end", "source"]);

/** What the chat's assistant makes of its last question. */
function openEvents(ctx: Ctx, run: AnswerRun): AsyncIterable<DraftEvent> {
  const { session, tools, owner, projectId, isRetry } = run;
  const earlier = session.messages.slice(0, -2).map(({ role, content }) => ({ role, content }));
  const text = session.messages.at(-2)?.content ?? "";
  // Files attached earlier are still part of the conversation.
  const files = [...new Set(session.messages.flatMap((message) => message.files))].slice(-maxChatFiles);
  const requested = session.messages.slice(0, -2).findLast(({ role }) => role === "user");
  const lastRequestedAt = requested?.createdAt ?? null;
  const request = {
    ...owner,
    projectId,
    text,
    context: session.context,
    earlier,
    tools,
    files,
    lastAskedAt: lastRequestedAt,
  };
  if (run.assistant === "organization-chat-assistant") return openAnswer(ctx, request);
  if (run.assistant === "project-metadata-assistant") {
    return openDescriptionTurn(ctx, { ...request, session, sent: run.data, isRetry });
  }
  return openDraftTurn(ctx, { ...request, draft: keptDraft(session.data, projectId), isRetry });
}

/** The chat is called as the page is. */
function changesOfDraft({ changes }: Extract<DraftEvent, { type: "draft" }>): SessionChange[] {
  const title = changes.find(({ path, value }) => path === "/title" && value !== "")?.value;
  const inData = changes.map((change) => ({ ...change, path: `/data${change.path}` }));
  return title === undefined ? inData : [update("/title", title), ...inData];
}

/** Passes events on and throws at once when the answer is stopped, whatever its source is waiting for. */
async function* untilStopped<T>(events: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  let giveUp: (reason: unknown) => void = () => undefined;
  const stop = () => giveUp(signal.reason);
  const iterator = events[Symbol.asyncIterator]();
  // A promise for each event: one for all would remember every event that was waited for beside it.
  const advance = () =>
    new Promise<IteratorResult<T>>((resolve, reject) => {
      giveUp = reject;
      if (signal.aborted) stop();
      else iterator.next().then(resolve, reject);
    });
  signal.addEventListener("abort", stop, { once: true });
  try {
    for (let next = await advance(); !next.done; next = await advance()) yield next.value;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** The built-in engine's own look-ups, which are no tools. */
function verbOfOwn(name: string): string {
  const [verb = "", ...rest] = name.split("_");
  const words: Record<string, string> = {
    search: "Searching",
    find: "Finding",
    read: "Reading",
    list: "Listing",
    file: "Reading",
    write: "Writing",
  };
  return [words[verb] ?? "Looking at", ...(verb === "list" ? rest : [])].join(" ");
}

/** It streams no more. */
function lastChanges(ctx: Ctx, session: ChatSession, cause: string | null): SessionChange[] {
  return [
    ...(session.loadingText === null ? [] : [update("/loadingText", null)]),
    ...(cause === null ? [update("/isComplete", true)] : [update("/isError", true), update("/error", cause)]),
    update("/updatedAt", ctx.now().toISOString()),
    update("/isStreaming", false),
  ];
}

function messageOf(failure: unknown): string {
  return failure instanceof AppError && failure.code !== "internal" ? failure.message : unknownErrorMessage;
}
