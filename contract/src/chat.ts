import { z } from "zod";

import { endpoint, noContent } from "./endpoint.ts";
import { uploadedFileSchema } from "./files.ts";
import { listOf, listQuery } from "./lists.ts";
import { slugOrId } from "./slugs.ts";
import { sourceSchema } from "./sources.ts";

export const lenses = ["technical", "non-technical"] as const;
export type Lens = (typeof lenses)[number];

/** The assistants that exist, by the last segment of their chat path. */
export const chatAssistants = [
  "organization-chat-assistant",
  "project-metadata-assistant",
  "artifact-data-assistant",
] as const;
export type ChatAssistant = (typeof chatAssistants)[number];

/** Characters of one message. */
export const maxQuestionLength = 20_000;
/** Files of one message. */
export const maxChatFiles = 10;
const maxAnswerLength = 2_000;

export const thoughtSchema = z.object({
  text: z.string(),
  functionCalls: z.array(z.object({ name: z.string(), target: z.string(), durationMs: z.number().nullable() })),
});

/** A clarifying question of the assistant. */
export const chatQuestionSchema = z.object({
  questionId: z.string(),
  text: z.string(),
  /** To choose from; empty where the answer is written freely. */
  options: z.array(z.string()),
  /** Several options may be chosen. */
  isMultiple: z.boolean(),
});
export type ChatQuestion = z.infer<typeof chatQuestionSchema>;

/** Questions that are answered together; `toolId` names the group within its chat. */
export const questionGroupSchema = z.object({ toolId: z.string(), questions: z.array(chatQuestionSchema) });
export type QuestionGroup = z.infer<typeof questionGroupSchema>;

/** An answer to one question of a group: options of the question, free text, or nothing. */
export const questionAnswerSchema = z.object({
  questionId: z.string().max(100),
  values: z.array(z.string().trim().min(1).max(maxAnswerLength)).max(20),
});
export type QuestionAnswer = z.infer<typeof questionAnswerSchema>;

export const questionsResultSchema = z.object({
  toolId: z.string().max(100),
  answers: z.array(questionAnswerSchema).max(20),
});
export type QuestionsResult = z.infer<typeof questionsResultSchema>;

/** What a model took for an answer. `costUsd` is null where the operator set no prices. */
export const modelUsageSchema = z.object({
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  costUsd: z.number().nullable(),
});
export type ModelUsage = z.infer<typeof modelUsageSchema>;

/** The state of a repository that an answer was read from. */
export const answerBasisSchema = z.object({
  repositoryId: z.uuid(),
  repository: z.string(),
  /** Null when the answer is about a commit and not a branch. */
  branch: z.string().nullable(),
  commit: z.string(),
  /** It is the newest commit of the change from whose review the question was asked. */
  isChange: z.boolean().optional(),
});
export type AnswerBasis = z.infer<typeof answerBasisSchema>;

export const chatMessageSchema = z.object({
  role: z.enum(["user", "assistant"]),
  /** Markdown; `[n]` is the n-th of `sources`, from 1. */
  content: z.string(),
  type: z.enum(["text", "questions-request", "questions-result"]),
  /** Names of uploaded files, as the upload returned them; `attachments` has more about the same files. */
  files: z.array(z.string()),
  attachments: z.array(uploadedFileSchema),
  /** Of a `questions-request`; null on all others. */
  questions: questionGroupSchema.nullable(),
  /** Of a `questions-result`; null on all others. */
  result: questionsResultSchema.nullable(),
  /** Suggested next questions; may be empty. */
  suggestions: z.array(z.string()),
  /** Null when no model was called. */
  usage: modelUsageSchema.nullable(),
  /** What the answer was read from; empty on the user's own messages. */
  basis: z.array(answerBasisSchema),
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
  /** A section of that page, such as the diagram somebody looks at. */
  sectionId: z.uuid().optional(),
  /** A task, asked about from its page. */
  taskId: z.uuid().optional(),
  /** An implementation of that task, asked about from its review. */
  implementationId: z.uuid().optional(),
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
  summary: "The caller's chats: those being answered first, then the last used",
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

export const getDescriptionChat = endpoint("GET", "/v1/chat/project-metadata-assistant", {
  summary: "A chat about a product's description as it stands; its `data` is the description",
  query: z.object({ organizationId: slugOrId, sessionId: z.uuid() }),
  response: chatSessionSchema,
});

export const getDraftChat = endpoint("GET", "/v1/chat/artifact-data-assistant", {
  summary: "A chat about a new page as it stands; its `data` is the page's draft",
  query: z.object({ organizationId: slugOrId, sessionId: z.uuid() }),
  response: chatSessionSchema,
});

/** Who answers on this server, and what it cannot do. */
export const answererSchema = z.object({
  /** The model's name, or "Built-in engine". */
  name: z.string(),
  isBuiltIn: z.boolean(),
  /** `checking` until the first look at a model ended; `degraded` answers with less; `unreachable` not at all. */
  state: z.enum(["ready", "checking", "degraded", "unreachable"]),
  /** Why it is not simply ready, in whole sentences for people; empty when it is. */
  reasons: z.array(z.string()),
  /** It sees images that are attached. */
  readsImages: z.boolean(),
  /** Tokens it reads at once; null where nobody knows or no model is set. */
  contextTokens: z.number().int().nullable(),
});
export type Answerer = z.infer<typeof answererSchema>;

export const getAnswerer = endpoint("GET", "/v1/chat/answerer", {
  summary: "Who answers questions on this server",
  response: answererSchema,
});
