import type { Editor } from "@tiptap/core";
import type { ReactNode } from "react";

import type { Trigger } from "./trigger.ts";

/** An entry of a menu that opens while typing. */
export interface MenuEntry {
  key: string;
  /** Title of the group it is listed under; null when the menu has no groups. */
  group: string | null;
  icon: ReactNode;
  label: string;
  /** On the right, in a quieter colour. */
  detail?: string;
  run: (editor: Editor, trigger: Trigger) => void;
}

/** Deletes the trigger character and the query typed after it. */
export function clearTrigger(editor: Editor, { from, to }: Trigger) {
  return editor.chain().focus().deleteRange({ from, to });
}
