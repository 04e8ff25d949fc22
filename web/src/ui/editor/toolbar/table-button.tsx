import type { Editor } from "@tiptap/react";
import { useEditorState } from "@tiptap/react";
import { useRef } from "react";
import { createPortal } from "react-dom";

import { isInTableBody } from "#web/ui/editor/keys/text-keys.ts";
import { useOverlayContainer } from "#web/ui/overlay/overlay-container.tsx";
import { useFloatingPosition } from "#web/ui/overlay/use-floating-position.ts";

import { TableMenu } from "./table-menu.tsx";
import { useHasFocus } from "./use-has-focus.ts";

/** The table menu at the upper right corner of the table at the caret. */
export function TableButton({ editor }: { editor: Editor }) {
  const container = useOverlayContainer();
  const ref = useRef<HTMLDivElement>(null);
  const { position, isInBody } = useEditorState({
    editor,
    selector: ({ editor }) => ({ position: tablePosition(editor), isInBody: isInTableBody(editor) }),
  });
  const hasFocus = useHasFocus(editor, ref);
  useFloatingPosition({
    element: ref,
    anchor: () => cornerOf(position === null ? null : editor.view.nodeDOM(position)),
    side: "above",
    align: "start",
  });
  if (position === null || !hasFocus || !editor.isEditable) return null;
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- presses leave the caret where it is
    <div
      ref={ref}
      data-editor-popup
      onMouseDown={(event) => event.preventDefault()}
      className="fixed z-30 animate-fade rounded-lg bg-surface-2 shadow-pop"
    >
      <TableMenu editor={editor} isInBody={isInBody} />
    </div>,
    container ?? document.body,
  );
}

function tablePosition(editor: Editor): number | null {
  const { $from, empty } = editor.state.selection;
  if (!empty) return null;
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if ($from.node(depth).type.name === "table") return $from.before(depth);
  return null;
}

const buttonPx = 32;

function cornerOf(table: Node | null): DOMRect | null {
  if (!(table instanceof HTMLElement)) return null;
  const { right, top } = table.getBoundingClientRect();
  return new DOMRect(right - buttonPx, top, buttonPx, 0);
}
