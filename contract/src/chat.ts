import { z } from "zod";

import { endpoint, noContent } from "./endpoint.ts";
import { listOf, listQuery } from "./lists.ts";
import { slugOrId } from "./slugs.ts";
import { sourceSchema } from "./sources.ts";

export const lenses = ["technical", "non-technical"] as const;
export type Lens = (typeof lenses)[number];

/** The assistants that exist, by the last segment of their chat path. */
export const chatAssistants = ["organization-chat-assistant", "artifact-data-assistant"] as const;
export type ChatAssistant = (typeof chatAssistants)[number];

export const maxQuestionLength = 20_000;

export const thoughtSchema = z.object({
  text: z.string(),
  functionCalls: z.array(z.object({ name: z.string(), target: z.string(), durationMs: z.number().nullable() })),
});

export const chatMessageSchema = z.object({
  role: z.enum(["user", "assistant"]),
  /** Markdown; `[n]` is the n-th of `sources`, from 1. */
  content: z.string(),
  type: z.enum(["text", "questions-request", "questions-result"]),
  files: z.array(z.string()),
  thoughts: z.array(thoughtSchema),
  sources: z.array(sourceSchema),
  /** Who answered: "Built-in engine" or the model's name; null on the user's own messages. */
  writtenBy: z.string().nullable(),
  /** Citations that did not resolve and were dropped before they were shown. */
  droppedCitations: z.number().int(),
  createdAt: z.iso.datetime(),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;

export const chatContextSchema = z.object({
  projectId: z.uuid().optional(),
  lens: z.enum(lenses).default("technical"),
  artifactId: z.uuid().optional(),
  selection: z
    .object({
      repositoryId: z.uuid(),
      path: z.string().max(4096),
      startLine: z.number().int().min(1),
      endLine: z.number().int().min(1),
    })
    .optional(),
});
export type ChatContext = z.infer<typeof chatContextSchema>;

export const chatSessionSchema = z.object({
  sessionId: z.uuid(),
  title: z.string(),
  messages: z.array(chatMessageSchema),
  /** What the assistant works on beside the conversation, such as a page's draft; null where it works on nothing. */
  data: z.unknown().nullable(),
  context: chatContextSchema,
  isStreaming: z.boolean(),
  isComplete: z.boolean(),
  isError: z.boolean(),
  error: z.string().nullable(),
  /** What is being done right now, for the line below the question; null when nothing is. */
  loadingText: z.string().nullable(),
  updatedAt: z.iso.datetime(),
});
export type ChatSession = z.infer<typeof chatSessionSchema>;

export const chatSummarySchema = chatSessionSchema.pick({
  sessionId: true,
  title: true,
  isStreaming: true,
  isError: true,
  updatedAt: true,
});
export type ChatSummary = z.infer<typeof chatSummarySchema>;

export const listChats = endpoint("GET", "/v1/chat/chats", {
  summary: "The caller's chats, newest first",
  query: listQuery.extend({
    organizationId: slugOrId,
    projectId: slugOrId.optional(),
    assistant: z.enum(chatAssistants).default("organization-chat-assistant"),
  }),
  response: listOf(chatSummarySchema),
});

export const deleteChat = endpoint("DELETE", "/v1/chat/chats", {
  summary: "Delete a chat of the caller; an answer under way is stopped",
  body: z.object({ organizationId: slugOrId, sessionId: z.uuid() }),
  response: noContent,
});

export const getChat = endpoint("GET", "/v1/chat/organization-chat-assistant", {
  summary: "A chat as it stands, also while it streams",
  query: z.object({ organizationId: slugOrId, sessionId: z.uuid() }),
  response: chatSessionSchema,
});

export const getDraftChat = endpoint("GET", "/v1/chat/artifact-data-assistant", {
  summary: "A chat about a new page as it stands; its `data` is the page's draft",
  query: z.object({ organizationId: slugOrId, sessionId: z.uuid() }),
  response: chatSessionSchema,
});
