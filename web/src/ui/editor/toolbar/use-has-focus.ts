import type { Editor } from "@tiptap/core";
import { useEffect, useState } from "react";
import type { RefObject } from "react";

const popups = "[role=menu], [role=dialog], [data-editor-popup]";

/** Whether the focus is in the text or in a floating part of the editor. */
export function useHasFocus(editor: Editor, partRef: RefObject<HTMLElement | null>): boolean {
  const [hasFocus, setHasFocus] = useState(() => editor.isFocused);
  useEffect(() => {
    const follow = (target: EventTarget | null) => {
      // When the editor is removed, the focus event comes after its view was destroyed.
      if (editor.isDestroyed) return;
      const element = target instanceof Element ? target : null;
      const isInside = editor.view.dom.contains(element) || (partRef.current?.contains(element) ?? false);
      // An opening menu takes the focus; that does not count as leaving the editor.
      if (isInside || !element?.closest(popups)) setHasFocus(isInside);
    };
    const onIn = (event: FocusEvent) => follow(event.target);
    const onOut = (event: FocusEvent) => follow(event.relatedTarget);
    document.addEventListener("focusin", onIn);
    document.addEventListener("focusout", onOut);
    return () => {
      document.removeEventListener("focusin", onIn);
      document.removeEventListener("focusout", onOut);
    };
  }, [editor, partRef]);
  return hasFocus;
}

/** Whether text is being selected with the pointer; the toolbar stays hidden meanwhile. */
export function useIsPressing(editor: Editor): boolean {
  const [isPressing, setIsPressing] = useState(false);
  useEffect(() => {
    if (editor.isDestroyed) return;
    const { dom } = editor.view;
    const press = () => setIsPressing(true);
    const release = () => setIsPressing(false);
    dom.addEventListener("mousedown", press);
    window.addEventListener("mouseup", release);
    return () => {
      dom.removeEventListener("mousedown", press);
      window.removeEventListener("mouseup", release);
    };
  }, [editor]);
  return isPressing;
}
