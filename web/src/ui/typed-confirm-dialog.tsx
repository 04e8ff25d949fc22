import { useState } from "react";
import type { ReactNode } from "react";

import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { TextField } from "./text-field.tsx";

export interface TypedConfirmDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  /** What will be lost. */
  description: ReactNode;
  /** The text to type before the button works. */
  expected: string;
  /** Names the object, for example "Delete Ferry Board". */
  confirmLabel: string;
  isBusy: boolean;
  onConfirm: () => void;
  /** Further fields, below the typed text. */
  children?: ReactNode;
  /** Why the server refused; stays in the dialog until the next try. */
  refusal?: string;
}

/** A destructive act: its name must be typed, and the button says what it destroys. */
export function TypedConfirmDialog({ isOpen, onOpenChange, expected, ...rest }: TypedConfirmDialogProps) {
  const [typed, setTyped] = useState("");
  const isMatch = onOneLine(typed) === onOneLine(expected);
  const close = (next: boolean) => {
    if (!next) setTyped("");
    onOpenChange(next);
  };
  const formId = "typed-confirmation";
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={close}
      title={rest.title}
      description={rest.description}
      footer={
        <>
          <Button variant="ghost" onClick={() => close(false)}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="danger"
            isBusy={rest.isBusy}
            disabledReason={isMatch ? undefined : `Type ${onOneLine(expected)} first`}
            // It says a name, and names may be longer than the dialog is wide.
            className="h-auto! min-h-8 max-w-full py-1 wrap-anywhere whitespace-normal! pointer-coarse:min-h-11"
          >
            {rest.confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4 wrap-anywhere"
        onSubmit={(event) => {
          event.preventDefault();
          if (isMatch && !rest.isBusy) rest.onConfirm();
        }}
      >
        <TextField
          label={`Type “${onOneLine(expected)}” to confirm`}
          value={typed}
          onValueChange={setTyped}
          spellCheck={false}
          autoCapitalize="off"
        />
        {rest.children}
        <div role="alert" className="text-sm text-danger-text empty:hidden">
          {rest.refusal}
        </div>
      </form>
    </Dialog>
  );
}

/** What can be seen and typed of a text: line breaks and rows of blanks look like one, half an emoji cannot be typed. */
function onOneLine(text: string): string {
  return text
    .replaceAll(/\p{Surrogate}/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
