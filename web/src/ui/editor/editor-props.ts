import type { AskAi, MentionSource } from "#web/ui/editor/menus/text-sources.ts";
import type { ResolveMention } from "#web/ui/markdown/mention-target.ts";

export interface RichTextEditorProps {
  /** Its accessible name. */
  label: string;
  /**
   * Markdown. A value other than the last one passed to `onChange` replaces the whole text and clears the undo history.
   */
  value: string;
  /** Called with the whole text as Markdown; unchanged blocks keep their source byte for byte. */
  onChange: (markdown: string) => void;
  /** Deepest heading level that can be created; deeper headings of a loaded text are preserved. */
  headingLevels?: 1 | 2 | 3 | 4 | 5 | 6;
  placeholder?: string;
  isReadOnly?: boolean;
  autoFocus?: boolean;
  /** Height of an empty text in pixels. */
  minHeight?: number;
  /** When absent, `@` is an ordinary character. */
  mentions?: MentionSource;
  /** Where mentions lead. A stable function, as for reading; when absent, they are shown as they are written. */
  resolveMention?: ResolveMention;
  /** When absent, the slash menu has no AI item. */
  askAi?: AskAi;
  /** Ctrl or Cmd with Enter. */
  onSubmit?: () => void;
  "aria-describedby"?: string;
  "aria-invalid"?: boolean;
}
