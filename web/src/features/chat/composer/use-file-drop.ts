import { useState } from "react";
import type { ClipboardEvent, DragEvent } from "react";

export interface FileDrop {
  /** Files are being dragged over the chat. */
  isOver: boolean;
  /** For the element that accepts files; empty where it accepts none. */
  handlers: {
    onDragEnter?: (event: DragEvent) => void;
    onDragOver?: (event: DragEvent) => void;
    onDragLeave?: (event: DragEvent) => void;
    onDrop?: (event: DragEvent) => void;
    onPaste?: (event: ClipboardEvent) => void;
  };
}

/** Accepts files that are dropped or pasted anywhere in an element; with null, none. */
export function useFileDrop(onFiles: ((files: File[]) => void) | null): FileDrop {
  const [isOver, setIsOver] = useState(false);
  if (onFiles === null) return { isOver: false, handlers: {} };
  const show = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    setIsOver(true);
  };
  return {
    isOver,
    handlers: {
      onDragEnter: show,
      onDragOver: show,
      onDragLeave: (event) => {
        // Moving onto a child also fires this event for the parent.
        const to = event.relatedTarget;
        if (!(to instanceof Node && event.currentTarget.contains(to))) setIsOver(false);
      },
      onDrop: (event) => {
        setIsOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length === 0) return;
        event.preventDefault();
        onFiles(files);
      },
      onPaste: (event) => {
        const files = [...event.clipboardData.files];
        // Office programs copy an image of the text together with the text, and the text is meant.
        if (files.length === 0 || event.clipboardData.types.includes("text/plain")) return;
        event.preventDefault();
        onFiles(files);
      },
    },
  };
}
