import type { NodeViewRenderer } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";

/** Renders a list item; a task has a checkbox. */
export const listItemView: NodeViewRenderer = ({ node, editor, getPos }) => {
  const dom = document.createElement("li");
  const box = document.createElement("input");
  const contentDOM = document.createElement("div");
  box.type = "checkbox";
  box.contentEditable = "false";
  // Without this, pressing the checkbox would move the caret first.
  box.addEventListener("mousedown", (event) => event.preventDefault());
  box.addEventListener("change", () => {
    const position = getPos();
    if (!editor.isEditable || position === undefined) return draw(current);
    editor.view.dispatch(editor.state.tr.setNodeAttribute(position, "isChecked", box.checked));
  });
  let current = node;
  const draw = (next: Node) => {
    current = next;
    const isChecked = next.attrs["isChecked"] as boolean | null;
    if (isChecked === null) box.remove();
    else if (!box.isConnected) dom.prepend(box);
    dom.dataset["task"] = String(isChecked !== null);
    box.checked = isChecked === true;
    box.disabled = !editor.isEditable;
    box.setAttribute("aria-label", isChecked ? "Done" : "Not done");
  };
  dom.append(contentDOM);
  draw(node);
  return {
    dom,
    contentDOM,
    update: (next: Node) => {
      if (next.type !== node.type) return false;
      draw(next);
      return true;
    },
    stopEvent: (event: Event) => event.target === box,
    ignoreMutation: (mutation) =>
      mutation.type !== "selection" &&
      (mutation.target === box ||
        (mutation.target === dom && mutation.type !== "childList") ||
        box.isSameNode(mutation.addedNodes?.[0] ?? null) ||
        box.isSameNode(mutation.removedNodes?.[0] ?? null)),
  };
};
