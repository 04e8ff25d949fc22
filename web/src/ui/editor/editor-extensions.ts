import type { Extensions } from "@tiptap/core";
import { Dropcursor, Gapcursor, Placeholder, TrailingNode, UndoRedo } from "@tiptap/extensions";
import { ReactNodeViewRenderer } from "@tiptap/react";

import { CodeBlockView } from "#web/ui/editor/blocks/code-block-view.tsx";
import { listItemView } from "#web/ui/editor/blocks/list-item-view.ts";
import { TableNormalizer } from "#web/ui/editor/blocks/table-normalizer.ts";
import { Paste } from "#web/ui/editor/keys/paste.ts";
import { TextKeys } from "#web/ui/editor/keys/text-keys.ts";
import { UndoGroups } from "#web/ui/editor/keys/undo-groups.ts";
import { MentionNotes } from "#web/ui/editor/markdown/mention-notes.ts";
import { EditorCodeBlock, schemaExtensions } from "#web/ui/editor/markdown/schema.ts";
import { Heading, ListItem } from "#web/ui/editor/markdown/text-nodes.ts";
import { TriggerWatch } from "#web/ui/editor/menus/trigger.ts";
import type { TriggerCharacter } from "#web/ui/editor/menus/trigger.ts";

/** Number of undo steps. */
const undoDepth = 200;
/** Disables time-based undo groups: groups end where words end. */
const neverMs = 600_000;

export interface EditorSettings {
  headingLevels: number;
  placeholder: string;
  hasMentions: boolean;
}

/** All extensions of the editor. */
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
    TableNormalizer,
    TextKeys,
    Paste.configure({ headingLevels }),
    MentionNotes,
    TriggerWatch.configure({ characters }),
  ];
}
