import type { ChatAssistant, ChatSession } from "@cairn/contract/chat";
import { AppError, unknownErrorMessage } from "@cairn/contract/errors";

import type { Ctx } from "../../ctx.ts";
import type { Tool } from "../../edge.ts";
import type { DraftEvent } from "../../engine/drafts/page-draft.ts";
import { requireProject } from "../members/require-project.ts";
import { createEventBook, update } from "./change-for-event.ts";
import { answerCancelled, type ChatStreams } from "./chat-streams.ts";
import { saveProgress, touchChat, type ChatOwner } from "./chats.store.ts";
import { openAnswer } from "./open-answer.ts";
import { openDraftTurn } from "./open-draft-turn.ts";
import { keptDraft } from "./read-draft.ts";
import { createSessionWriter, type Change, type SessionWriter } from "./session-writer.ts";

export interface AnswerRun {
  assistant: ChatAssistant;
  owner: ChatOwner;
  projectId: string;
  /** With the question and the empty answer, as written already. */
  session: ChatSession;
  /** The same question failed before and had begun to change what the chat works on. */
  isRetry: boolean;
  streams: ChatStreams;
  tools: readonly Tool[];
}

/** How often the right to listen is asked again, also where no change of rights was heard, and the answer reported alive. */
const checkMs = 1_500;
const notSaved = new AppError("unavailable", { message: "The answer could not be saved. Press Retry to ask again." });
const revoked = new AppError("forbidden", { message: "You no longer have access to this product" });

/** Lets the answer run in this process. Its end, good or bad, is written and told; nothing is thrown. */
export function runAnswer(ctx: Ctx, run: AnswerRun): void {
  const { owner, projectId, session, streams } = run;
  const { sessionId } = session;
  const about = { owner, projectId, sessionId };
  const stop = new AbortController();
  const own: Ctx = { ...ctx, signal: stop.signal };
  const writer = createSessionWriter({
    session,
    save: (next) => saveProgress(ctx.db, { session: next, processId: streams.processId, now: ctx.now() }),
    tell(operations) {
      if (stop.signal.reason !== revoked) streams.tell({ type: "operations", ...about, operations });
    },
    onLost(cause) {
      if (cause !== null) ctx.log.error({ sessionId, error: cause }, "an answer could not be saved");
      stop.abort(cause === null ? answerCancelled : notSaved);
    },
  });
  streams.tell({ type: "operations", ...about, operations: wholeSession(session) });
  const recheck = (): void => void checkRights(ctx, { ...run, stop });
  const ended = writeAnswer(own, { ...run, stop, writer, recheck });
  streams.add({ ...about, stop, ended, recheck, told: () => writer.told });
}

/** Operations that make any session object this one. */
export function wholeSession(session: ChatSession) {
  const { sessionId, ...fields } = session;
  return Object.entries(fields).map(([name, value]) => ({ sessionId, ...update(`/${name}`, value) }));
}

async function writeAnswer(
  ctx: Ctx,
  run: AnswerRun & { stop: AbortController; writer: SessionWriter; recheck: () => void },
): Promise<void> {
  const { owner, projectId, streams, writer, stop } = run;
  const { sessionId } = run.session;
  const about = { owner, projectId, sessionId };
  const watch = setInterval(run.recheck, checkMs).unref();
  let failure: unknown = null;
  try {
    await followEvents(ctx, run);
    await writer.flush();
  } catch (error) {
    failure = stop.signal.aborted ? stop.signal.reason : error;
  }
  clearInterval(watch);
  if (failure === revoked) {
    streams.tell({ type: "revoked", ...about });
    await close(ctx, writer, null);
    return;
  }
  const cause = failure === null || failure === answerCancelled ? null : messageOf(failure);
  if (cause !== null) ctx.log.warn({ error: failure, sessionId }, "an answer failed");
  await close(ctx, writer, cause);
  streams.tell(cause === null ? { type: "completed", ...about } : { type: "failed", ...about, message: cause });
}

async function followEvents(ctx: Ctx, run: AnswerRun & { writer: SessionWriter }): Promise<void> {
  const { session, writer, tools } = run;
  const book = createEventBook((name) => tools.find((tool) => tool.name === name)?.verb ?? verbOfOwn(name));
  for await (const event of untilStopped(openEvents(ctx, run), ctx.signal)) {
    const changes = event.type === "draft" ? changesOfDraft(event) : book.changesFor(event, writer.session);
    if (changes.length > 0) writer.change(...changes);
    if (event.type === "end" && event.uncitedStatements > 0) {
      ctx.log.info(
        { sessionId: session.sessionId, uncited: event.uncitedStatements },
        "an answer has uncited statements",
      );
    }
  }
}

/** What the chat's assistant makes of its last question. */
function openEvents(ctx: Ctx, run: AnswerRun): AsyncIterable<DraftEvent> {
  const { session, tools, owner, projectId, isRetry } = run;
  const earlier = session.messages.slice(0, -2).map(({ role, content }) => ({ role, content }));
  const text = session.messages.at(-2)?.content ?? "";
  const request = { ...owner, projectId, text, context: session.context, earlier, tools };
  if (run.assistant === "organization-chat-assistant") return openAnswer(ctx, request);
  return openDraftTurn(ctx, { ...request, draft: keptDraft(session.data, projectId), isRetry });
}

/** The chat is called as the page is. */
function changesOfDraft({ changes }: Extract<DraftEvent, { type: "draft" }>): Change[] {
  const title = changes.find(({ path, value }) => path === "/title" && value !== "")?.value;
  const inData = changes.map((change) => ({ ...change, path: `/data${change.path}` }));
  return title === undefined ? inData : [update("/title", title), ...inData];
}

/** Passes events on and throws at once when the answer is stopped, whatever its source is waiting for. */
async function* untilStopped<T>(events: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(signal.reason);
  // Nobody may be waiting when the stop comes.
  stopped.promise.catch(() => undefined);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const iterator = events[Symbol.asyncIterator]();
  try {
    for (let next = await Promise.race([iterator.next(), stopped.promise]); !next.done;) {
      yield next.value;
      next = await Promise.race([iterator.next(), stopped.promise]);
    }
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

/** The last changes of an answer: it streams no more. */
async function close(ctx: Ctx, writer: SessionWriter, cause: string | null): Promise<void> {
  writer.change(
    ...(writer.session.loadingText === null ? [] : [update("/loadingText", null)]),
    ...(cause === null ? [update("/isComplete", true)] : [update("/isError", true), update("/error", cause)]),
    update("/updatedAt", ctx.now().toISOString()),
    update("/isStreaming", false),
  );
  await writer.flush();
}

/** Stops the answer when its owner lost the right to it, or the chat went. Never rejects. */
async function checkRights(ctx: Ctx, run: AnswerRun & { stop: AbortController }): Promise<void> {
  const { owner, projectId, stop, streams, session } = run;
  try {
    await requireProject(ctx, { organizationId: owner.organizationId, projectId }, "chat.use");
    const sign = { sessionId: session.sessionId, processId: streams.processId, now: ctx.now() };
    if (!(await touchChat(ctx.db, sign))) stop.abort(answerCancelled);
  } catch (error) {
    const isRefused = error instanceof AppError && (error.code === "not_found" || error.code === "forbidden");
    if (isRefused) stop.abort(revoked);
  }
}

function messageOf(failure: unknown): string {
  return failure instanceof AppError && failure.code !== "internal" ? failure.message : unknownErrorMessage;
}
