/** What a mention can lead to; the order in which the menu shows them. */
export const mentionKinds = ["person", "page", "file", "symbol"] as const;

export type MentionKind = (typeof mentionKinds)[number];

export interface Mention {
  kind: MentionKind;
  /** The address of the link that is written, for example `cairn:page/…`. */
  href: string;
  /** The text of the link; a person's name without the leading `@`. */
  label: string;
  /** What tells it from others of the same name, such as an address or a path; null when nothing does. */
  detail: string | null;
}

/** Where mentions come from. */
export interface MentionSource {
  /** The best matches of every kind; an empty query asks for what is likely. */
  search: (query: string, signal: AbortSignal) => Promise<readonly Mention[]>;
}

/**
 * Writes text from an instruction. `context` is what stands right before the caret, at most 500 characters. Rejects with
 * an error whose message may be shown.
 */
export type AskAi = (context: string, instruction: string, signal: AbortSignal) => Promise<string>;
