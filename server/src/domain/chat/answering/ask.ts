import { isDeepStrictEqual } from "node:util";

import {
  chatContextSchema,
  type ChatAssistant,
  type ChatContext,
  type ChatMessage,
  type ChatSession,
} from "@cairn/contract/chat";
import type { ChatRequest } from "@cairn/contract/chat-events";
import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import type { ChatStreams } from "#server/domain/chat/session/chat-streams.ts";
import {
  claimChat,
  findChatRow,
  insertChat,
  type ChatOwner,
  type ChatRow,
} from "#server/domain/chat/session/chats.store.ts";
import { loadAnswers } from "#server/domain/chat/session/load-answers.ts";
import { newMessage } from "#server/domain/chat/session/new-message.ts";
import { chatNotFound } from "#server/domain/chat/session/require-chat.ts";
import { holdFiles } from "#server/domain/files/hold-files.ts";
import { loadAttachments } from "#server/domain/files/load-attachments.ts";
import { requireOrganization, requireUserId } from "#server/domain/members/require-organization.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { Tool } from "#server/edge.ts";
import { visibleText } from "#server/platform/models/visible-text.ts";
import { storable } from "#server/text/storable.ts";

import { loadDescription } from "./load-description.ts";
import { loadDraft } from "./load-draft.ts";
import { nameOfWriter } from "./open-answer.ts";
import { requireFocus } from "./require-focus.ts";
import { runAnswer } from "./run-answer.ts";

export interface AskInput extends ChatRequest {
  assistant: ChatAssistant;
  streams: ChatStreams;
  /** What a model may look up. */
  tools: readonly Tool[];
}

/** Answers that one person may have under way at once. */
const maxRunningAnswers = 5;
/** A process that was silent this long no longer answers. */
const silenceMs = 20_000;
const maxTitleLength = 80;

/**
 * Starts the answer to a question in a new chat or in one of the caller's own. Resolves when the question is stored;
 * the answer continues whether or not anybody listens. Repeating the last question after a failure replaces the
 * failed answer.
 */
export async function ask(ctx: Ctx, input: AskInput): Promise<{ sessionId: string }> {
  const { streams, sessionId } = input;
  const userId = requireUserId(ctx);
  const { organizationId } = await requireOrganization(ctx, input, "chat.use");
  if (!streams.reserve(sessionId, userId)) {
    // Whether somebody else's chat is being answered is nobody's business.
    const row = await findChatRow(ctx.wholeDb, sessionId);
    throw row && !isOwnChat(row, { organizationId, userId }, input.assistant) ? chatNotFound() : stillAnswering();
  }
  try {
    // This one counts, and simultaneous ones.
    if (streams.countOf(userId) > maxRunningAnswers) throw tooMany();
    await start(ctx, input, { organizationId, userId });
  } catch (error) {
    streams.release(sessionId);
    throw error;
  }
  return { sessionId };
}

/** Stores the question, claims the chat from any other process that might answer it, and starts the answer. */
async function start(ctx: Ctx, input: AskInput, owner: ChatOwner): Promise<void> {
  const { organizationId } = owner;
  const { streams, sessionId, assistant } = input;
  // Ids come from the browser: one that is somebody else's is refused here and not taken for a new one.
  const row = await findChatRow(ctx.wholeDb, sessionId);
  if (row && !isOwnChat(row, owner, assistant)) throw chatNotFound();
  if (row?.isStreaming && !isAbandoned(row, streams, ctx.now())) throw stillAnswering();
  const context = storable(input.context ?? row?.session.context ?? chatContextSchema.parse({}));
  const { projectId } = await requireProductOf(ctx, organizationId, context);
  if (row && row.projectId !== projectId) throw ofAnotherProduct();
  await requireFocus(ctx, { organizationId, projectId }, { context, earlier: row?.session.context ?? null });
  const earlier = row?.session ?? null;
  const data = await readData(ctx, input, { organizationId, projectId, earlier });
  const messages = withoutFailedTry(earlier, input.request);
  const output = await readRequest(ctx, input, { organizationId, messages });
  const requested = { sessionId, earlier, messages, said: output, data };
  const session = withQuestion(ctx, { ...requested, context: { ...context, projectId } });
  const now = ctx.now();
  const { processId } = streams;
  const isTaken = await ctx.db
    .transaction(async (tx) => {
      const isOurs = row
        ? await claimChat(tx, { found: row, session, processId, now })
        : await insertChat(tx, {
            ...owner,
            sessionId,
            projectId,
            assistant,
            title: session.title,
            session,
            isStreaming: true,
            answeredBy: processId,
            createdAt: now,
            updatedAt: now,
          });
      // After the chat, as where chats are deleted: the other way round, two could wait for each other.
      if (isOurs) await holdFiles(tx, { organizationId, filenames: output.files ?? [] });
      return isOurs;
    })
    .catch(async (error: unknown) => {
      // The product or the membership may have been deleted since the check, which the database reports in its own
      // words.
      await requireProject(ctx, { organizationId, projectId }, "chat.use");
      throw error;
    });
  if (!isTaken) throw stillAnswering();
  runAnswer(ctx, { ...input, owner, projectId, session, isRetry: input.data == null && hasBegun(earlier, session) });
}

function isOwnChat(row: ChatRow, { organizationId, userId }: ChatOwner, assistant: ChatAssistant): boolean {
  return row.organizationId === organizationId && row.userId === userId && row.assistant === assistant;
}

/** What the assistant works on; the one that only answers works on nothing. */
async function readData(
  ctx: Ctx,
  { assistant, data: sent }: AskInput,
  at: { organizationId: string; projectId: string; earlier: ChatSession | null },
): Promise<unknown> {
  if (assistant === "organization-chat-assistant") return null;
  const data = { sent, kept: at.earlier?.data };
  if (assistant === "project-metadata-assistant") return storable(await loadDescription(ctx, at, data));
  return storable(await loadDraft(ctx, at, data));
}

/** Whether the failed answer that this one replaces had begun to write what the chat works on. */
function hasBegun(earlier: ChatSession | null, session: ChatSession): boolean {
  const isRetry = earlier !== null && earlier.messages.length >= session.messages.length;
  const calls = earlier?.messages.at(-1)?.thoughts.flatMap(({ functionCalls }) => functionCalls) ?? [];
  return isRetry && calls.some(({ name }) => name.startsWith("write_"));
}

/** This process has reserved the chat, so a row that names it is a leftover. */
function isAbandoned(row: ChatRow, streams: ChatStreams, now: Date): boolean {
  return row.answeredBy === streams.processId || row.updatedAt.getTime() < now.getTime() - silenceMs;
}

function stillAnswering(): AppError {
  return new AppError("conflict", { message: "An answer is still being written. Wait for it, or stop it first." });
}

/** What a chat said before, and where it is listed, belongs to the product it was begun about. */
function ofAnotherProduct(): AppError {
  return new AppError("conflict", { message: "This chat is about another product. Ask in a new chat." });
}

function tooMany(): AppError {
  return new AppError("rate_limited", { message: "Several answers are being written already. Wait for one of them." });
}

async function requireProductOf(ctx: Ctx, organizationId: string, context: ChatContext) {
  const { projectId } = context;
  if (projectId === undefined) throw new AppError("invalid_input", { message: "Choose a product to ask about" });
  return requireProject(ctx, { organizationId, projectId }, "chat.use");
}

/** The person's message, without what the server adds. */
type Said = Pick<ChatMessage, "type" | "content"> & Partial<ChatMessage>;

/** The message of a request, of which every part was looked up in the caller's own organization and chat. */
async function readRequest(
  ctx: Ctx,
  { request }: AskInput,
  at: { organizationId: string; messages: readonly ChatMessage[] },
): Promise<Said> {
  if (request.type === "questions-result") {
    return { type: request.type, ...storable(loadAnswers(at.messages, request)) };
  }
  const filenames = filesOf(request);
  const attachments = filenames.length === 0 ? [] : await loadAttachments(ctx, { ...at, filenames });
  return {
    type: request.type,
    content: storable(request.content),
    files: filenames,
    attachments: attachments.map(({ file }) => file),
  };
}

/** The session with the question and the beginning of its answer. */
function withQuestion(
  ctx: Ctx,
  requested: {
    sessionId: string;
    earlier: ChatSession | null;
    /** The earlier messages, without a failed try that this one replaces. */
    messages: readonly ChatMessage[];
    said: Said;
    context: ChatContext;
    data: unknown;
  },
): ChatSession {
  const { sessionId, earlier, messages, said: output, context, data } = requested;
  const createdAt = ctx.now().toISOString();
  return {
    sessionId,
    title: earlier?.title ?? titleOf(output),
    messages: [
      ...messages,
      newMessage({ role: "user", ...output, writtenBy: null, createdAt }),
      newMessage({ role: "assistant", content: "", writtenBy: nameOfWriter(ctx), createdAt }),
    ],
    data,
    context,
    isStreaming: true,
    isComplete: false,
    isError: false,
    error: null,
    loadingText: "Thinking",
    updatedAt: createdAt,
  };
}

/**
 * Retry: the same request after a failure replaces the failed one. The answers to clarifying questions may differ
 * then, because the first ones got no reply.
 */
function withoutFailedTry(earlier: ChatSession | null, request: AskInput["request"]): ChatMessage[] {
  const messages = earlier?.messages ?? [];
  const last = messages.findLastIndex(({ role }) => role === "user");
  const hasFailed = earlier !== null && (earlier.isError || earlier.isStreaming);
  const failed = messages[last];
  return hasFailed && failed && isSame(failed, request) ? messages.slice(0, last) : messages;
}

function isSame(message: ChatMessage, request: AskInput["request"]): boolean {
  if (request.type === "questions-result") return message.result?.toolId === request.toolId;
  const { type, content, files } = message;
  return type === "text" && content === storable(request.content) && isDeepStrictEqual(files, filesOf(request));
}

/** Each once, however often it was named; a name that cannot be stored names no file. */
function filesOf({ files }: Extract<AskInput["request"], { type: "text" }>): string[] {
  return [...new Set(storable(files))];
}

/** The first line that says something; else the first file's name. */
function titleOf({ content, attachments = [] }: Said): string {
  const lines = [...content.split("\n"), ...attachments.map(({ name }) => name)].map((line) =>
    visibleText(line)
      .replaceAll(/[`*_#>]/g, "")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );
  const line = lines.find((one) => /[\p{L}\p{N}]/u.test(one)) ?? "";
  if (line.length <= maxTitleLength) return line || "Chat";
  const cut = line.slice(0, maxTitleLength - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), maxTitleLength / 2)).trimEnd()}…`.toWellFormed();
}
