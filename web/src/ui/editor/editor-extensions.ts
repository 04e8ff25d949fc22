import type { Extensions } from "@tiptap/core";
import { Dropcursor, Gapcursor, Placeholder, TrailingNode, UndoRedo } from "@tiptap/extensions";
import { ReactNodeViewRenderer } from "@tiptap/react";

import { CodeBlockView } from "./blocks/code-block-view.tsx";
import { listItemView } from "./blocks/list-item-view.ts";
import { TableShape } from "./blocks/table-shape.ts";
import { Paste } from "./keys/paste.ts";
import { TextKeys } from "./keys/text-keys.ts";
import { UndoGroups } from "./keys/undo-groups.ts";
import { EditorCodeBlock, schemaExtensions } from "./markdown/schema.ts";
import { Heading, ListItem } from "./markdown/text-nodes.ts";
import { TriggerWatch } from "./menus/trigger.ts";
import type { TriggerCharacter } from "./menus/trigger.ts";

/** Steps that can be undone. */
const undoDepth = 200;
/** Groups of edits end where words end, not after a time. */
const neverMs = 600_000;

export interface EditorSettings {
  headingLevels: number;
  placeholder: string;
  hasMentions: boolean;
}

/** The text with all its behaviour. */
export function editorExtensions({ headingLevels, placeholder, hasMentions }: EditorSettings): Extensions {
  const characters: TriggerCharacter[] = hasMentions ? ["/", ":", "@"] : ["/", ":"];
  return [
    ...schemaExtensions,
    Heading.configure({ maxLevel: headingLevels }),
    ListItem.extend({ addNodeView: () => listItemView }),
    EditorCodeBlock.extend({ addNodeView: () => ReactNodeViewRenderer(CodeBlockView) }),
    UndoRedo.configure({ depth: undoDepth, newGroupDelay: neverMs }),
    UndoGroups,
    Dropcursor.configure({ color: "var(--focus)", width: 2 }),
    Gapcursor,
    TrailingNode,
    Placeholder.configure({ placeholder }),
    TableShape,
    TextKeys,
    Paste.configure({ headingLevels }),
    TriggerWatch.configure({ characters }),
  ];
}
