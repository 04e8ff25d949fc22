import { maxCriterionText } from "@cairn/contract/tasks";
import type { Criterion } from "@cairn/contract/tasks";
import { ArrowDownIcon } from "@phosphor-icons/react/dist/csr/ArrowDown";
import { ArrowUpIcon } from "@phosphor-icons/react/dist/csr/ArrowUp";
import { CircleIcon } from "@phosphor-icons/react/dist/csr/Circle";
import { DotsThreeIcon } from "@phosphor-icons/react/dist/csr/DotsThree";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import { useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";

import { IconButton } from "#web/ui/action/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Menu, MenuItem } from "#web/ui/overlay/menu.tsx";

import { splitCode } from "./split-code.ts";
import type { CriterionPart } from "./split-code.ts";

interface ChecklistItemProps {
  item: Criterion;
  /** Counts from 0. */
  index: number;
  count: number;
  aside?: ReactNode;
  onTick: ((isDone: boolean) => void) | null;
  /** Rejects where it could not be saved; the text then stays in its field. */
  onText: (text: string) => Promise<unknown> | void;
  onRemove: () => void;
  onMove: (to: number) => void;
  /** The focus leaves its text by a key. */
  onLeave: (way: "next" | "previous") => void;
}

/** One criterion: its box, its text, and what can be done to it. */
export function ChecklistItem(props: ChecklistItemProps) {
  const { item, aside, onTick } = props;
  return (
    <li className="group/criterion flex items-start gap-2.5">
      <span className="grid h-9 shrink-0 place-items-center pointer-coarse:h-11">
        {onTick ? (
          <input
            type="checkbox"
            aria-label={item.text}
            checked={item.done}
            onChange={(event) => onTick(event.target.checked)}
            className="size-4 accent-accent pointer-coarse:size-5"
          />
        ) : (
          <CircleIcon aria-hidden className="size-4 text-ink-3" />
        )}
      </span>
      <CriterionText {...props} />
      {aside}
      <CriterionMenu {...props} />
    </li>
  );
}

function CriterionText({ item, index, count, onText, onRemove, onMove, onLeave }: ChecklistItemProps) {
  // Null while nobody types: what others write meanwhile must not change a text that is being typed.
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? item.text;
  const finish = async () => {
    if (text.trim() === "") onRemove();
    try {
      if (text.trim() !== "" && text.trim() !== item.text) await onText(text.trim());
    } catch {
      // A toast says why; the text stays to be tried again.
      return;
    }
    setTyped((now) => (now === typed ? null : now));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (event.altKey && step !== 0) onMove(index + step);
    else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) onLeave("next");
    else if (event.key === "Backspace" && text === "") onLeave("previous");
    else if (event.key === "Escape") {
      setTyped(null);
      event.stopPropagation();
    } else return;
    event.preventDefault();
  };
  const parts = splitCode(text);
  const hasCode = parts.some(({ isCode }) => isCode);
  const color = item.done && typed === null ? "text-ink-3 line-through" : "text-ink";
  return (
    <div className="my-1 grid min-w-0 flex-1 pointer-coarse:my-2">
      <textarea
        data-criterion
        aria-label={`Criterion ${index + 1} of ${count}`}
        rows={1}
        maxLength={maxCriterionText}
        value={text}
        onChange={(event) => setTyped(event.target.value.replaceAll(/\r?\n/g, " "))}
        onBlur={() => void finish()}
        onKeyDown={onKeyDown}
        className={cx(
          "peer col-start-1 row-start-1 field-sizing-content resize-none rounded-sm bg-transparent px-1 py-1 text-base",
          hasCode ? "text-transparent focus:text-ink" : color,
        )}
      />
      {hasCode && <CodeLayer parts={parts} color={color} />}
    </div>
  );
}

/** Text with code in it as it is read. It lies over the field until somebody writes there; the field is what is read out. */
function CodeLayer({ parts, color }: { parts: readonly CriterionPart[]; color: string }) {
  return (
    <p
      aria-hidden
      className={cx(
        "pointer-events-none col-start-1 row-start-1 px-1 py-1 text-base wrap-anywhere peer-focus:invisible",
        // There the field cannot be transparent.
        "forced-colors:invisible",
        color,
      )}
    >
      {parts.map(({ text, isCode }, index) =>
        isCode ? (
          <code key={index} className="rounded-sm bg-surface-3 px-1 py-0.5 font-mono text-[0.9em]">
            {text}
          </code>
        ) : (
          text
        ),
      )}
    </p>
  );
}

function CriterionMenu({ item, index, count, onRemove, onMove }: ChecklistItemProps) {
  // There may be 200, so each menu is mounted on the first press.
  const [isMounted, setIsMounted] = useState(false);
  const trigger = (
    <IconButton
      label={`Actions for ${item.text}`}
      aria-haspopup="menu"
      hasTooltip={false}
      icon={<DotsThreeIcon weight="bold" className="size-4" />}
      onClick={isMounted ? undefined : () => setIsMounted(true)}
      className={
        "opacity-0 group-focus-within/criterion:opacity-100 group-hover/criterion:opacity-100 " +
        "data-[popup-open]:opacity-100 pointer-coarse:opacity-100"
      }
    />
  );
  if (!isMounted) return trigger;
  return (
    <Menu isInitiallyOpen align="end" trigger={trigger}>
      {index > 0 && (
        <MenuItem icon={<ArrowUpIcon className="size-4" />} onSelect={() => onMove(index - 1)}>
          Move up
        </MenuItem>
      )}
      {index < count - 1 && (
        <MenuItem icon={<ArrowDownIcon className="size-4" />} onSelect={() => onMove(index + 1)}>
          Move down
        </MenuItem>
      )}
      <MenuItem icon={<TrashIcon className="size-4" />} isDestructive onSelect={onRemove}>
        Remove
      </MenuItem>
    </Menu>
  );
}
