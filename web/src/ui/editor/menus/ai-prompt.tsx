import { SparkleIcon } from "@phosphor-icons/react/dist/csr/Sparkle";
import type { Editor } from "@tiptap/core";
import { useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";

import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { markdownSlice } from "#web/ui/editor/keys/paste.ts";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { Spinner } from "#web/ui/feedback/spinner.tsx";
import { useOverlayContainer } from "#web/ui/overlay/overlay-container.tsx";
import { useFloatingPosition } from "#web/ui/overlay/use-floating-position.ts";

import type { AskAi } from "./text-sources.ts";

/** Characters before the caret that are sent as context. */
const contextLength = 500;

type PromptState = { kind: "asking" } | { kind: "writing" } | { kind: "failed"; message: string };

/** Asks for an instruction and inserts the generated text at the caret in one undo step. */
export function AiPrompt({ editor, askAi, onClose }: { editor: Editor; askAi: AskAi; onClose: () => void }) {
  const id = useId();
  const container = useOverlayContainer();
  const popupRef = useRef<HTMLFormElement>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  const stopRef = useRef<AbortController | null>(null);
  const location = useCaretPosition(editor);
  const [instruction, setInstruction] = useState("");
  const [state, setState] = useState<PromptState>({ kind: "asking" });
  useFloatingPosition({ element: popupRef, anchor: () => rectAt(editor, location.current), side: "below" });
  useEffect(() => {
    inputRef.current?.focus();
    return () => stopRef.current?.abort();
  }, []);

  const close = () => {
    stopRef.current?.abort();
    onClose();
    editor.commands.focus(location.current);
  };
  const write = async () => {
    if (instruction.trim() === "" || state.kind === "writing") return;
    const stop = new AbortController();
    stopRef.current = stop;
    setState({ kind: "writing" });
    try {
      const text = await askAi(contextBefore(editor, location.current), instruction.trim(), stop.signal);
      if (stop.signal.aborted) return;
      insert(editor, location.current, text);
      onClose();
      editor.commands.focus();
    } catch (error) {
      if (!stop.signal.aborted) setState({ kind: "failed", message: errorMessage(error) });
    }
  };
  return createPortal(
    // Escape works wherever the focus is inside the form.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={popupRef}
      aria-label="Write with AI"
      data-editor-popup
      className="fixed z-50 flex w-96 max-w-[calc(100vw-1rem)] animate-fade flex-col gap-1 rounded-lg border border-ai-line bg-surface-2 p-1.5 shadow-pop"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void write();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      <div className="flex items-center gap-1.5">
        {state.kind === "writing" ? (
          <Spinner className="ml-1 shrink-0 text-ai-text" />
        ) : (
          <SparkleIcon aria-hidden className="ml-1 size-4 shrink-0 text-ai-text" />
        )}
        <input
          ref={inputRef}
          aria-label="What should be written?"
          aria-describedby={state.kind === "failed" ? id : undefined}
          placeholder="What should be written?"
          maxLength={1000}
          readOnly={state.kind === "writing"}
          value={instruction}
          onChange={(event) => setInstruction(event.target.value)}
          className="control-sm min-w-0 flex-1 bg-transparent text-sm outline-none"
        />
        {state.kind === "writing" ? (
          <Button size="sm" onClick={close}>
            Stop
          </Button>
        ) : (
          <Button size="sm" variant="primary" type="submit">
            {state.kind === "failed" ? "Try again" : "Write"}
          </Button>
        )}
      </div>
      {state.kind === "failed" && (
        <p id={id} role="alert" className="px-1 text-xs text-danger-text">
          {state.message}
        </p>
      )}
      {state.kind === "writing" && <p className="px-1 text-xs text-ink-3">Writing… Esc stops it.</p>}
      <Announcement>{state.kind === "writing" && "Writing"}</Announcement>
    </form>,
    container ?? document.body,
  );
}

/** The position of the caret when the prompt opened, mapped through later changes of the text. */
function useCaretPosition(editor: Editor) {
  const location = useRef(editor.state.selection.from);
  useEffect(() => {
    const follow = ({ transaction }: { transaction: { mapping: { map: (position: number) => number } } }) => {
      location.current = transaction.mapping.map(location.current);
    };
    editor.on("transaction", follow);
    return () => {
      editor.off("transaction", follow);
    };
  }, [editor]);
  return location;
}

function contextBefore(editor: Editor, position: number): string {
  return editor.state.doc.textBetween(0, position, "\n", " ").slice(-contextLength);
}

function insert(editor: Editor, position: number, markdown: string): void {
  const { state, view } = editor;
  const slice = markdownSlice(state.schema, markdown.trim());
  view.dispatch(state.tr.replaceRange(position, position, slice).scrollIntoView());
}

function rectAt(editor: Editor, position: number): DOMRect {
  const { left, top, bottom } = editor.view.coordsAtPos(Math.min(position, editor.state.doc.content.size));
  return new DOMRect(left, top, 0, bottom - top);
}
