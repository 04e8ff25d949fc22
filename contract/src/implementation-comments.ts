import { z } from "zod";

import { displayName } from "./auth.ts";
import { endpoint, noContent } from "./endpoint.ts";
import { implementationSchema } from "./implementations.ts";
import { projectParams } from "./project-params.ts";
import { validation } from "./texts.ts";

/** Of one implementation. */
export const maxComments = 1_000;

/** `old`: the code that the implementation began at; `new`: what it makes of it. */
export const commentSides = ["old", "new"] as const;
const sideSchema = z.enum(commentSides);
export type CommentSide = z.infer<typeof sideSchema>;

export const commentMessageSchema = z
  .string()
  .trim()
  .min(2, validation.commentTooShort)
  .max(10_000, validation.commentTooLong);

const commitSchema = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, "A commit is named by its whole id");

/** The line of a file that a comment is about. */
const commentFileSchema = z.object({
  /** Where the line stands now; where it is gone, where it stood when somebody wrote about it. */
  filename: z.string(),
  /** From 1. */
  line: z.number().int(),
  side: sideSchema,
  /** SHA-256 of the line's text, without its line break. */
  hash: z.string(),
  /** The line was changed or removed since, or nobody can say which one it is now. */
  isOutdated: z.boolean(),
  /** What somebody wrote about: some lines and, as the last one, the line itself. */
  excerpt: z.object({ startLine: z.number().int(), lines: z.array(z.string()) }),
});
export type CommentFile = z.infer<typeof commentFileSchema>;

const commentSuggestionSchema = z.object({
  /** The first line that it replaces; of the new side, where that stands now. */
  startLine: z.number().int(),
  /** What it replaces. */
  former: z.array(z.string()),
  /** What comes in their place. */
  lines: z.array(z.string()),
  /** Why it cannot be applied; null where it can. */
  obstacle: z.string().nullable(),
});
export type CommentSuggestion = z.infer<typeof commentSuggestionSchema>;

export const commentSchema = z.object({
  commentId: z.uuid(),
  /** The same for a comment and the answers to it. */
  threadId: z.uuid(),
  /** Markdown. */
  message: z.string(),
  /** Null when that account is gone. */
  createdBy: z
    .object({ userId: z.uuid(), firstName: z.string().nullable(), lastName: z.string().nullable() })
    .nullable(),
  /** What wrote it, for its author or after a review; null where a person did. */
  agent: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Null when it stands as it was written. */
  editedAt: z.iso.datetime().nullable(),
  /** Null while it is open. */
  resolvedAt: z.iso.datetime().nullable(),
  /** Null where it is about the implementation as a whole. */
  file: commentFileSchema.nullable(),
  /** What it proposes for its lines: the first block of code in the language `suggestion`. Null where it has none. */
  suggestion: commentSuggestionSchema.nullable(),
});
export type ImplementationComment = z.infer<typeof commentSchema>;

/** Who speaks in a comment, for people: "Ada Lovelace, through an agent". */
export function commentAuthor({ createdBy, agent }: Pick<ImplementationComment, "createdBy" | "agent">): string {
  if (createdBy === null) return agent ?? "Somebody who left";
  return agent === null ? displayName(createdBy) : `${displayName(createdBy)}, through ${agent}`;
}

const base =
  "/v1/organizations/:organizationId/projects/:projectId/tasks/:taskId/implementations/:implementationId/comments";
const ofImplementation = projectParams.extend({ taskId: z.uuid(), implementationId: z.uuid() });
const one = ofImplementation.extend({ commentId: z.uuid() });

export const listComments = endpoint("GET", base, {
  summary: "Comments on an implementation: on the whole first, then by file and line, the oldest first",
  params: ofImplementation,
  response: z.object({ content: z.array(commentSchema) }),
});

export const addComment = endpoint("POST", base, {
  summary: "Comment on an implementation, on a line of it, or in answer to another comment",
  params: ofImplementation,
  body: z.object({
    message: commentMessageSchema,
    /** The line it is about; absent for the whole, and for an answer. */
    file: z
      .object({
        filename: z.string().min(1).max(4_096),
        line: z.number().int().min(1),
        side: sideSchema.default("new"),
        /** Of the line's text as the caller sees it; where it is another one, nothing is stored (409). */
        hash: z.string().max(128).optional(),
        /** The commit that the caller sees the line in; the newest one when absent. */
        commit: commitSchema.optional(),
      })
      .optional(),
    /** The comment that it answers; its line is this one's as well. */
    replyTo: z.uuid().optional(),
  }),
  response: commentSchema,
});

export const updateComment = endpoint("PUT", `${base}/:commentId`, {
  summary: "Change what a comment says; for whoever wrote it",
  params: one,
  body: z.object({ message: commentMessageSchema }),
  response: commentSchema,
});

export const deleteComment = endpoint("DELETE", `${base}/:commentId`, {
  summary: "Delete a comment; for whoever wrote it. Answers to it stay",
  params: one,
  response: noContent,
});

export const resolveComment = endpoint("PUT", `${base}/:commentId/resolution`, {
  summary: "Say that a comment and the answers to it are dealt with, or that they are not",
  params: one,
  body: z.object({ resolved: z.boolean() }),
  response: commentSchema,
});

/** Suggestions in one commit. */
export const maxAppliedSuggestions = 100;

export const applySuggestions = endpoint("POST", `${base}/application`, {
  summary: "Commit what comments suggest, in one commit by the caller; it is checked, and the comments are resolved",
  params: ofImplementation,
  body: z.object({
    /** The commit that the caller sees; when the implementation stands at another one, nothing is applied (409). */
    head: commitSchema,
    commentIds: z.array(z.uuid()).min(1).max(maxAppliedSuggestions),
  }),
  response: implementationSchema,
});
