import { useRef, useState } from "react";

import { Button } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

interface GoToLineProps {
  lineCount: number;
  onLine: (line: number) => void;
  onClose: () => void;
}

/** Asks for a line and goes there. */
export function GoToLine({ lineCount, onLine, onClose }: GoToLineProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const inputRef = useRef<HTMLInputElement>(null);
  const go = () => {
    const line = Number(text.trim());
    if (!Number.isInteger(line) || line < 1 || line > lineCount) {
      setError(`Enter a number from 1 to ${lineCount}`);
      return;
    }
    onClose();
    onLine(line);
  };
  return (
    <Dialog isOpen onOpenChange={onClose} title="Go to line" initialFocus={inputRef}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
        className="flex flex-col gap-4"
      >
        <TextField
          ref={inputRef}
          label="Line"
          hint={`This file has ${lineCount} ${lineCount === 1 ? "line" : "lines"}`}
          error={error}
          inputMode="numeric"
          value={text}
          onValueChange={(value) => {
            setText(value);
            setError(undefined);
          }}
        />
        <Button type="submit" variant="primary" className="self-end">
          Go
        </Button>
      </form>
    </Dialog>
  );
}
