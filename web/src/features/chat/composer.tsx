import { maxQuestionLength } from "@cairn/contract/chat";
import type { Lens } from "@cairn/contract/chat";
import { ArrowUpIcon } from "@phosphor-icons/react/dist/csr/ArrowUp";
import { StopIcon } from "@phosphor-icons/react/dist/csr/Stop";
import { useState } from "react";
import type { FormEvent, KeyboardEvent, RefObject } from "react";

import { cx } from "#web/ui/cx.ts";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";

import { lensOptions } from "./lenses.ts";

const maxRows = 10;

interface ComposerProps {
  inputRef: RefObject<HTMLTextAreaElement | null>;
  placeholder: string;
  isAnswering: boolean;
  /** Absent where there is nothing to choose. */
  lens?: Lens;
  onLens?: (lens: Lens) => void;
  onSend: (question: string) => void;
  onStop: () => void;
}

/** Where questions are typed. While an answer arrives one can go on typing, but only stop, not send. */
export function Composer({ inputRef, placeholder, isAnswering, lens, onLens, onSend, onStop }: ComposerProps) {
  const [text, setText] = useState("");
  const isTooLong = text.length > maxQuestionLength;
  const canSend = text.trim() !== "" && !isTooLong && !isAnswering;
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (!canSend) return;
    onSend(text.trim());
    setText("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && isAnswering) onStop();
    // Enter that ends a composition (for example in Japanese) belongs to the input method.
    else if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) send();
    else return;
    event.preventDefault();
  };
  return (
    <form
      onSubmit={send}
      className="rounded-xl border border-line-control bg-surface-2 has-[textarea:focus-visible]:border-transparent has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:-outline-offset-1 has-[textarea:focus-visible]:outline-focus"
    >
      <textarea
        ref={inputRef}
        aria-label={lens ? "Your question" : "Your message"}
        aria-describedby={isTooLong ? "question-too-long" : undefined}
        aria-invalid={isTooLong || undefined}
        placeholder={placeholder}
        rows={Math.min(maxRows, text.split("\n").length)}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="block max-h-58 w-full resize-none field-sizing-content bg-transparent px-4 pt-3 pb-1 text-base leading-5.5 outline-none"
      />
      {isTooLong && (
        <p id="question-too-long" role="alert" className="px-4 text-sm text-danger-text">
          The question is too long
        </p>
      )}
      <div className="flex items-center justify-between gap-2 p-2">
        {lens && onLens ? (
          <SegmentedControl label="Lens" size="sm" options={lensOptions} value={lens} onValueChange={onLens} />
        ) : (
          <span />
        )}
        {isAnswering ? (
          <button
            type="button"
            aria-label="Stop"
            onClick={onStop}
            className={cx(roundLook, "bg-primary text-on-primary")}
          >
            <StopIcon aria-hidden weight="fill" className="size-4" />
          </button>
        ) : (
          <button
            type="submit"
            aria-label="Send"
            aria-disabled={!canSend || undefined}
            className={cx(roundLook, canSend ? "bg-primary text-on-primary" : "bg-surface-4 text-ink-3")}
          >
            <ArrowUpIcon aria-hidden weight="bold" className="size-4" />
          </button>
        )}
      </div>
    </form>
  );
}

const roundLook =
  "grid size-8 shrink-0 place-items-center rounded-md transition-colors duration-[80ms] pointer-coarse:size-11 forced-colors:border";
