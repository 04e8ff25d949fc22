import { TableIcon } from "@phosphor-icons/react/dist/csr/Table";
import type { Editor } from "@tiptap/core";

import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/overlay/menu.tsx";

type Align = "left" | "center" | "right" | null;

/** Actions for the row, the column and the table at the caret. */
export function TableMenu({ editor, isInBody }: { editor: Editor; isInBody: boolean }) {
  const run = (command: () => boolean) => () => {
    command();
    focusAfterMenu(editor);
  };
  const align = (value: Align) => run(() => alignColumn(editor, value));
  return (
    <Menu
      trigger={<IconButton label="Table" icon={<TableIcon className="size-4" />} tabIndex={-1} />}
      align="end"
      className="max-h-96 overflow-y-auto"
    >
      {isInBody && <MenuItem onSelect={run(() => editor.commands.addRowBefore())}>Insert row above</MenuItem>}
      <MenuItem onSelect={run(() => editor.commands.addRowAfter())}>Insert row below</MenuItem>
      <MenuItem onSelect={run(() => editor.commands.addColumnBefore())}>Insert column left</MenuItem>
      <MenuItem onSelect={run(() => editor.commands.addColumnAfter())}>Insert column right</MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={align("left")}>Align column left</MenuItem>
      <MenuItem onSelect={align("center")}>Center column</MenuItem>
      <MenuItem onSelect={align("right")}>Align column right</MenuItem>
      <MenuSeparator />
      {isInBody && (
        <MenuItem isDestructive onSelect={run(() => editor.commands.deleteRow())}>
          Delete row
        </MenuItem>
      )}
      <MenuItem isDestructive onSelect={run(() => editor.commands.deleteColumn())}>
        Delete column
      </MenuItem>
      <MenuItem isDestructive onSelect={run(() => editor.commands.deleteTable())}>
        Delete table
      </MenuItem>
    </Menu>
  );
}

/** Sets the alignment on the header cell; TableNormalizer applies it to the other cells. */
function alignColumn(editor: Editor, align: Align): boolean {
  return editor.commands.command(({ tr }) => {
    const { $from } = tr.selection;
    let depth = $from.depth;
    while (depth > 0 && $from.node(depth).type.name !== "table") depth -= 1;
    if (depth === 0) return false;
    const column = $from.index(depth + 1);
    let position = $from.start(depth) + 1;
    const header = $from.node(depth).child(0);
    for (let index = 0; index < column; index += 1) position += header.child(index).nodeSize;
    tr.setNodeAttribute(position, "align", align);
    return true;
  });
}

/** Focuses the text after a menu has returned the focus to its button. */
export function focusAfterMenu(editor: Editor): void {
  setTimeout(() => !editor.isDestroyed && editor.commands.focus(), 50);
}
