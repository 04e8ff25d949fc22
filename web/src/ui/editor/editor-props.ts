import type { AskAi, MentionSource } from "#web/ui/editor/menus/text-sources.ts";

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
