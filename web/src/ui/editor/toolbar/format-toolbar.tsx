import { posToDOMRect } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import type { Editor } from "@tiptap/react";
import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { createPortal } from "react-dom";

import { findActiveKind, listBlockKinds } from "#web/ui/editor/blocks/block-kinds.ts";
import { isInTableBody } from "#web/ui/editor/keys/text-keys.ts";
import type { ResolveMention } from "#web/ui/markdown/mention-target.ts";
import { useOverlayContainer } from "#web/ui/overlay/overlay-container.tsx";
import { useFloatingPosition } from "#web/ui/overlay/use-floating-position.ts";

import { LinkButtons, MarkButtons, BlockKindMenu } from "./format-buttons.tsx";
import { LinkForm } from "./link-form.tsx";
import { TableMenu } from "./table-menu.tsx";
import { useHasFocus, useIsPressing } from "./use-has-focus.ts";

interface FormatToolbarProps {
  editor: Editor;
  headingLevels: number;
  /** Where mentions lead; absent where nobody knows. */
  resolveMention?: ResolveMention;
  /** Requested by Alt+F10: the toolbar is shown wherever the caret is, and takes the focus. */
  isRequested: boolean;
  onLeave: () => void;
}

/** The editor state that the toolbar depends on. */
function toolbarStateOf(editor: Editor) {
  const { selection } = editor.state;
  const isCode = selection.$from.parent.type.spec.code === true;
  let hasWords = false;
  editor.state.doc.nodesBetween(selection.from, selection.to, (node) => {
    hasWords ||= node.isTextblock && node.type.spec.code !== true && node.content.size > 0;
    return !node.isTextblock;
  });
  return {
    from: selection.from,
    to: selection.to,
    hasWords: hasWords && !selection.empty,
    isCode,
    isInLink: selection.empty && editor.isActive("link"),
    isInTable: editor.isActive("table"),
    marks: ["bold", "italic", "strike", "code", "link"].filter((mark) => editor.isActive(mark)),
    kind: findActiveKind(editor, listBlockKinds(6)).label,
    href: (editor.getAttributes("link")["href"] as string | null) ?? "",
    isInBody: isInTableBody(editor),
    isEditable: editor.isEditable,
  };
}

/** Floats above the selected text, or below it when there is no space. */
export function FormatToolbar(props: FormatToolbarProps) {
  const { editor, headingLevels, resolveMention, isRequested: isCalled, onLeave } = props;
  const container = useOverlayContainer();
  const toolbarRef = useRef<HTMLDivElement>(null);
  const state = useEditorState({ editor, selector: ({ editor }) => toolbarStateOf(editor) });
  const hasFocus = useHasFocus(editor, toolbarRef);
  const isPressing = useIsPressing(editor);
  const [linkAt, setLinkAt] = useState<number | null>(null);
  const isLinking = linkAt === state.from;
  const isShown =
    state.isEditable &&
    !isPressing &&
    (isCalled || isLinking || (hasFocus && (state.hasWords || state.isInLink))) &&
    (!state.isCode || isCalled);
  useFloatingPosition({
    element: toolbarRef,
    anchor: () => posToDOMRect(editor.view, state.from, state.to),
    side: "above",
    align: "center",
  });
  useEffect(() => {
    if (!isCalled) return;
    buttonsOf(toolbarRef.current)[0]?.focus();
    editor.on("focus", onLeave);
    return () => {
      editor.off("focus", onLeave);
    };
  }, [editor, isCalled, onLeave]);
  if (!isShown) return null;

  const leave = () => {
    onLeave();
    editor.view.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isLinking || !(event.target instanceof HTMLElement) || !toolbarRef.current?.contains(event.target)) return;
    if (event.key === "Escape" || event.key === "Tab") leave();
    else if (!moveFocus(toolbarRef.current, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons take the focus
    <div
      ref={toolbarRef}
      role="toolbar"
      aria-label="Formatting"
      data-editor-popup
      onMouseDown={(event) => event.target instanceof HTMLInputElement || event.preventDefault()}
      onKeyDown={onKeyDown}
      className="fixed z-40 flex max-w-[calc(100vw-1rem)] animate-fade flex-wrap items-center gap-0.5 rounded-lg bg-surface-2 p-1 shadow-pop"
    >
      {isLinking ? (
        <LinkForm editor={editor} onClose={() => setLinkAt(null)} />
      ) : state.isInLink && !isCalled ? (
        <LinkButtons
          editor={editor}
          href={state.href}
          resolveMention={resolveMention}
          onLink={() => setLinkAt(state.from)}
        />
      ) : (
        <>
          <BlockKindMenu editor={editor} headingLevels={headingLevels} current={state.kind} />
          {!state.isCode && <MarkButtons editor={editor} active={state.marks} onLink={() => setLinkAt(state.from)} />}
          {state.isInTable && <TableMenu editor={editor} isInBody={state.isInBody} />}
        </>
      )}
    </div>,
    container ?? document.body,
  );
}

function buttonsOf(toolbar: HTMLElement | null): HTMLElement[] {
  return [...(toolbar?.querySelectorAll<HTMLElement>("button, a") ?? [])];
}

function moveFocus(toolbar: HTMLElement, { key, target }: KeyboardEvent): boolean {
  const buttons = buttonsOf(toolbar);
  const at = buttons.indexOf(target as HTMLElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[key];
  if (to === undefined) return false;
  buttons[(to + buttons.length) % buttons.length]?.focus();
  return true;
}
