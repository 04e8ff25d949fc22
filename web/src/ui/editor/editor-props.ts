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

export interface RichTextEditorProps {
  /** Its accessible name. */
  label: string;
  /** Markdown. A value that is not the one told last replaces the whole text, together with what can be undone. */
  value: string;
  /** Called with the whole text as Markdown; blocks that nobody touched are in it as they were, to the byte. */
  onChange: (markdown: string) => void;
  /** Headings that people can make, from level 1; deeper ones of a text are kept. */
  headingLevels?: 1 | 2 | 3 | 4 | 5 | 6;
  placeholder?: string;
  isReadOnly?: boolean;
  autoFocus?: boolean;
  /** Height of an empty text in pixels. */
  minHeight?: number;
  /** Without it `@` is an ordinary character. */
  mentions?: MentionSource;
  /** Without it the slash menu has no AI item. */
  askAi?: AskAi;
  /** Ctrl or Cmd with Enter. */
  onSubmit?: () => void;
  "aria-describedby"?: string;
  "aria-invalid"?: boolean;
}
