/** Kinds of mentions, in menu order. */
export const mentionKinds = ["person", "task", "page", "file", "symbol"] as const;

export type MentionKind = (typeof mentionKinds)[number];

export interface Mention {
  kind: MentionKind;
  /** The address of the inserted link, for example `cairn:page/…`. */
  href: string;
  /** The text of the link; a person's name without the leading `@`. */
  label: string;
  /** Distinguishes it from others of the same name, such as an address or a path; null when nothing does. */
  detail: string | null;
}

/** Provides mentions. */
export interface MentionSource {
  /** Returns the best matches of every kind; for an empty query, likely ones. */
  search: (query: string, signal: AbortSignal) => Promise<readonly Mention[]>;
}

/**
 * Generates text from an instruction. `context` is the text before the caret, at most 500 characters. Rejects with an
 * error whose message may be shown.
 */
export type AskAi = (context: string, instruction: string, signal: AbortSignal) => Promise<string>;
