import type { Editor } from "@tiptap/core";
import type { ReactNode } from "react";

import type { Trigger } from "./trigger.ts";

/** A line of one of the menus that open while typing. */
export interface MenuEntry {
  key: string;
  /** Lines of one group stand together under its name; null where there is only one. */
  group: string | null;
  icon: ReactNode;
  label: string;
  /** On the right, in a quieter colour. */
  detail?: string;
  run: (editor: Editor, trigger: Trigger) => void;
}

/** Takes away the character that opened the menu and what was typed behind it. */
export function clearTrigger(editor: Editor, { from, to }: Trigger) {
  return editor.chain().focus().deleteRange({ from, to });
}
