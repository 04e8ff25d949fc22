import { useState } from "react";
import type { ReactNode } from "react";

import { Button } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

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
  /** What gets the focus when it closes; what had it before, where absent or null. */
  finalFocus?: () => HTMLElement | null;
  /** Further fields, below the typed text. */
  children?: ReactNode;
  /** Why the server refused; stays in the dialog until the next try. */
  refusal?: string;
}

/** Confirms a destructive action: the name must be typed, and the button says what is destroyed. */
export function TypedConfirmDialog({ isOpen, onOpenChange, expected, ...rest }: TypedConfirmDialogProps) {
  const [typed, setTyped] = useState("");
  const isMatch = normalizeWhitespace(typed) === normalizeWhitespace(expected);
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
      finalFocus={rest.finalFocus}
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
            disabledReason={isMatch ? undefined : `Type ${normalizeWhitespace(expected)} first`}
            // The label contains a name that may be wider than the dialog.
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
          label={`Type “${normalizeWhitespace(expected)}” to confirm`}
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

/** Normalizes a text to what a person can see and type: whitespace becomes one space, lone surrogates are removed. */
function normalizeWhitespace(text: string): string {
  return text
    .replaceAll(/\p{Surrogate}/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
