import type { CommentSide } from "@cairn/contract/implementation-comments";

import { loadCommentDrafts, saveCommentDrafts } from "#web/lib/browser/storage.ts";

/** A line that somebody writes about, in the commit that they see it in. */
export interface CommentedLine {
  side: CommentSide;
  filename: string;
  line: number;
  commit: string;
}

/** A comment that was begun and not sent. */
export interface CommentDraft {
  message: string;
  /** Null for one on the whole, an answer or a change. */
  at: CommentedLine | null;
}

/** What an editor is for: one has no more than one draft. */
export const wholeDraft = "whole";
export const answerDraft = (threadId: string): string => `answer:${threadId}`;
export const changeDraft = (commentId: string): string => `change:${commentId}`;
export const lineDraft = ({ side, line, filename, commit }: CommentedLine): string =>
  `line:${commit}:${side}:${line}:${filename}`;

type Drafts = Readonly<Record<string, CommentDraft>>;

/** All drafts of an implementation in this tab, by what they are for; what cannot be read counts as none. */
export function loadDrafts(implementationId: string): Drafts {
  try {
    return (JSON.parse(loadCommentDrafts(implementationId) ?? "{}") ?? {}) as Drafts;
  } catch {
    return {};
  }
}

/** Keeps a draft; null forgets it. */
export function saveDraft(implementationId: string, name: string, draft: CommentDraft | null): void {
  const { [name]: _former, ...others } = loadDrafts(implementationId);
  const drafts: Drafts = draft === null ? others : { ...others, [name]: draft };
  saveCommentDrafts(implementationId, Object.keys(drafts).length === 0 ? null : JSON.stringify(drafts));
}
