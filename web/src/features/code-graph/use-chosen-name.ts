import { useEffect, useState } from "react";
import type { KeyboardEvent, MouseEvent, RefObject } from "react";

import { nameAtPoint, nameOfSelection, nextNameOfLine } from "./code-name.ts";
import type { CodeName } from "./code-name.ts";

interface ChosenNameInput {
  codeRef: RefObject<HTMLElement | null>;
  onDefinition: (name: CodeName) => void;
  onReferences: (name: CodeName) => void;
}

/**
 * Tracks the chosen name in the code: clicked, chosen in the selected line by Left and Right, or selected as text. F12
 * or a click with Ctrl or Cmd goes to its definition, Shift with F12 to its usages.
 */
export function useChosenName({ codeRef, onDefinition, onReferences }: ChosenNameInput) {
  const [name, setName] = useState<CodeName | null>(null);
  const [isCardOpen, setIsCardOpen] = useState(false);
  const [link, setLink] = useState<CodeName | null>(null);

  const choose = (next: CodeName | null, hasCard: boolean) => {
    setName(next);
    setIsCardOpen(next !== null && hasCard);
  };
  const onClick = (event: MouseEvent) => {
    if (!isOnCode(event.target)) return;
    const clicked = nameAtPoint(event.clientX, event.clientY);
    if (clicked && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      choose(clicked, false);
      return onDefinition(clicked);
    }
    // No card while the user selects text.
    const isSelecting = event.detail > 1 || event.shiftKey || getSelection()?.isCollapsed === false;
    choose(clicked, !isSelecting);
  };
  const onMouseMove = (event: MouseEvent) => {
    const isLinking = (event.ctrlKey || event.metaKey) && isOnCode(event.target);
    const next = isLinking ? nameAtPoint(event.clientX, event.clientY) : null;
    if (next?.line !== link?.line || next?.column !== link?.column) setLink(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const code = codeRef.current;
    if (!code || !isOnCode(event.target) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      const next = nextNameOfLine(code, name, event.key === "ArrowRight" ? 1 : -1);
      if (!next) return;
      choose(next, true);
      next.range.startContainer.parentElement?.scrollIntoView({ block: "nearest", inline: "nearest" });
    } else if (event.key === "Enter" && name) setIsCardOpen(true);
    else return;
    event.preventDefault();
  };

  useEffect(() => {
    const onDocumentKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === "Escape") setIsCardOpen(false);
      if (event.key !== "F12" || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = (codeRef.current && nameOfSelection(codeRef.current)) ?? name;
      if (!target) return;
      event.preventDefault();
      setIsCardOpen(false);
      if (event.shiftKey) onReferences(target);
      else onDefinition(target);
    };
    const onKeyUp = () => setLink(null);
    document.addEventListener("keydown", onDocumentKey);
    document.addEventListener("keyup", onKeyUp);
    return () => {
      document.removeEventListener("keydown", onDocumentKey);
      document.removeEventListener("keyup", onKeyUp);
    };
  });
  return {
    name,
    link,
    isCardOpen: isCardOpen && name !== null,
    closeCard: () => setIsCardOpen(false),
    forget: () => choose(null, false),
    handlers: { onClick, onMouseMove, onMouseLeave: () => setLink(null), onKeyDown },
  };
}

function isOnCode(target: EventTarget): boolean {
  return target instanceof Element && target.closest(".code-lines") !== null;
}
