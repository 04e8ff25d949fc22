import { useEffect, useEffectEvent } from "react";

interface EditorKeys {
  onUndo: () => void;
  onRedo: () => void;
}

/**
 * Ctrl or Cmd with Z undoes, with Shift+Z or Y redoes, wherever the focus is in the page; a rich editor and fields of
 * popups have an undo of their own.
 */
export function useEditorKeys({ onUndo, onRedo }: EditorKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || hasOwnUndo(event.target)) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) onUndo();
    else if (key === "y" || key === "z") onRedo();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

function hasOwnUndo(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      "[contenteditable=true], [role=dialog], [role=menu], [role=listbox], [role=combobox]:not(button)",
    ) !== null
  );
}
