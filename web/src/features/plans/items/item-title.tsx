import { taskTitleSchema } from "@cairn/contract/tasks";
import { useId } from "react";
import type { KeyboardEvent } from "react";

import { ContestedNote } from "#web/ui/form/contested-note.tsx";
import { useSavedField } from "#web/ui/form/use-saved-field.ts";

const problemOf = (text: string) => taskTitleSchema.safeParse(text).error?.issues[0]?.message;

interface ItemTitleProps {
  label: string;
  title: string;
  /** Answers what it is afterwards. */
  onTitle: (title: string) => Promise<string>;
}

/** The title of a proposed task, which is written where it is read. */
export function ItemTitle({ label, title, onTitle }: ItemTitleProps) {
  const problemId = useId();
  const field = useSavedField({ saved: title, check: problemOf, save: (text) => onTitle(text.trim()) });
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") field.onUndo();
    else if (event.key !== "Enter") return;
    event.preventDefault();
    event.currentTarget.blur();
  };
  return (
    <div className="min-w-0 flex-1">
      <textarea
        aria-label={label}
        aria-invalid={field.problem ? true : undefined}
        aria-describedby={field.problem ? problemId : undefined}
        rows={1}
        dir="auto"
        value={field.text}
        onChange={(event) => field.onType(event.target.value.replaceAll(/\r?\n/g, " "))}
        onBlur={field.onLeave}
        onKeyDown={onKeyDown}
        className={
          "block field-sizing-content w-full resize-none rounded-md bg-transparent px-1.5 py-1 text-base font-medium " +
          "hover:bg-surface-3"
        }
      />
      {field.problem && (
        <p id={problemId} className="px-1.5 text-xs text-danger-text">
          {field.problem}
        </p>
      )}
      {field.isContested && <ContestedNote field="title" onInsist={field.onInsist} onYield={field.onUndo} />}
    </div>
  );
}
