import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import type { Transaction } from "@tiptap/pm/state";

/** Keeps tables representable in Markdown: one header row, and one alignment per column, that of its header. */
export const TableNormalizer = Extension.create({
  name: "tableShape",
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, before, state) => {
        if (!transactions.some((transaction) => transaction.docChanged)) return null;
        const { tr } = state;
        state.doc.descendants((node, position) => {
          if (node.type.name !== "table") return !node.isTextblock;
          if (!isUnchanged(before.doc, node, position)) normalizeTable(tr, node, position);
          return false;
        });
        return tr.docChanged ? tr : null;
      },
    }),
  ],
});

function isUnchanged(before: Node, table: Node, position: number): boolean {
  return position < before.content.size && before.nodeAt(position) === table;
}

function normalizeTable(tr: Transaction, table: Node, position: number): void {
  const header = table.child(0);
  const { tableHeader, tableCell } = table.type.schema.nodes;
  table.forEach((row, rowOffset, rowIndex) => {
    row.forEach((cell, cellOffset, column) => {
      const type = rowIndex === 0 ? tableHeader : tableCell;
      const align = header.maybeChild(column)?.attrs["align"] as string | null | undefined;
      if (cell.type === type && (align === undefined || cell.attrs["align"] === align)) return;
      tr.setNodeMarkup(position + 1 + rowOffset + 1 + cellOffset, type, { ...cell.attrs, align: align ?? null });
    });
  });
}
