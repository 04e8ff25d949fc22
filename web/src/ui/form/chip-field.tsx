import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { useRef, useState } from "react";
import type { ClipboardEvent, KeyboardEvent } from "react";

import { cx } from "#web/ui/cx.ts";
import { Announcement } from "#web/ui/feedback/announcement.tsx";

import { controlClass, Field } from "./field.tsx";
import type { FieldLabelProps } from "./field.tsx";

export interface ChipFieldProps extends FieldLabelProps {
  values: readonly string[];
  onValuesChange: (values: string[]) => void;
  /** Typed text that is no chip yet. */
  text: string;
  onTextChange: (text: string) => void;
  /** Splits typed or pasted text into values. */
  split: (text: string) => string[];
  /** Returns the error of a value; its chip then shows the error and can be edited. */
  check: (value: string) => string | undefined;
  placeholder?: string;
  inputMode?: "email" | "text";
}

/**
 * A field for several short values, each shown as a chip. Enter, comma, semicolon and space complete a chip, pasting
 * adds many, Backspace in the empty field removes the last, and pressing a chip puts it back into the field.
 */
export function ChipField(props: ChipFieldProps) {
  const { label, hint, error, isLabelHidden, values, onValuesChange, text, onTextChange, split, check } = props;
  const inputRef = useRef<HTMLInputElement>(null);
  const [removed, setRemoved] = useState("");

  const add = (more: readonly string[]) => {
    onTextChange("");
    if (more.length > 0) onValuesChange([...values, ...more]);
  };
  const remove = (value: string) => {
    onValuesChange(values.filter((other) => other !== value));
    setRemoved(`Removed ${value}`);
    inputRef.current?.focus();
  };
  const edit = (value: string) => {
    onValuesChange([...values.filter((other) => other !== value), ...split(text)]);
    onTextChange(value);
    inputRef.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends an IME composition (Japanese, Chinese) does not complete a chip.
    if (event.nativeEvent.isComposing) return;
    const last = values.at(-1);
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      add(split(text));
    } else if (event.key === "Backspace" && text === "" && last !== undefined) remove(last);
  };
  // Checks the text and not the key, because on-screen keyboards do not report keys.
  const onType = (typed: string) => (/[\s,;]$/.test(typed) ? add(split(typed)) : onTextChange(typed));
  const onPaste = (event: ClipboardEvent) => {
    const pieces = split(event.clipboardData.getData("text"));
    if (pieces.length < 2) return;
    event.preventDefault();
    add([...split(text), ...pieces]);
  };

  return (
    <Field {...{ label, hint, error, isLabelHidden }}>
      {(control) => (
        <div
          className={cx(
            controlClass,
            "flex max-h-40 flex-wrap items-center gap-1 overflow-y-auto p-1 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus",
            error && "border-danger-text",
          )}
        >
          {values.length > 0 && (
            <ul aria-label={`${label}, added`} className="contents">
              {values.map((value) => (
                <Chip
                  key={value}
                  value={value}
                  problem={check(value)}
                  onEdit={() => edit(value)}
                  onRemove={() => remove(value)}
                />
              ))}
            </ul>
          )}
          <input
            {...control}
            ref={inputRef}
            type="text"
            inputMode={props.inputMode}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder={values.length === 0 ? props.placeholder : undefined}
            value={text}
            onChange={(event) => onType(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            className="h-7 min-w-32 flex-1 bg-transparent px-1.5 outline-none pointer-coarse:h-9"
          />
          <Announcement>{removed}</Announcement>
        </div>
      )}
    </Field>
  );
}

interface ChipProps {
  value: string;
  problem: string | undefined;
  onEdit: () => void;
  onRemove: () => void;
}

function Chip({ value, problem, onEdit, onRemove }: ChipProps) {
  return (
    <li
      className={cx(
        "flex h-7 max-w-full items-center rounded-sm border text-sm pointer-coarse:h-11",
        problem ? "border-danger-line bg-danger-subtle text-danger-text" : "border-line bg-surface-3 text-ink",
      )}
    >
      <button
        type="button"
        aria-label={problem ? `Edit ${value}: ${problem}` : `Edit ${value}`}
        onClick={onEdit}
        className="flex h-full min-w-0 items-center gap-1 rounded-sm pl-2"
      >
        {problem && <WarningCircleIcon aria-hidden weight="fill" className="size-3.5 shrink-0" />}
        <span className="truncate">{value}</span>
      </button>
      <button
        type="button"
        aria-label={`Remove ${value}`}
        onClick={onRemove}
        className="grid size-6 shrink-0 place-items-center rounded-sm hover:text-ink pointer-coarse:size-11"
      >
        <XIcon aria-hidden className="size-3" />
      </button>
    </li>
  );
}
