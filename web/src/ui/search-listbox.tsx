import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { useId, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode, Ref } from "react";

import { cx } from "./cx.ts";

export interface ListboxItem {
  key: string;
  label: string;
  icon?: ReactNode;
  /** At the right end of the row, decorative. */
  meta?: ReactNode;
  isCurrent?: boolean;
}

export interface SearchListboxProps {
  label: string;
  placeholder: string;
  items: readonly ListboxItem[];
  emptyText: string;
  /** The highlighted item; null when there is none. */
  activeKey: string | null;
  onActiveChange: (key: string) => void;
  onOpen: (key: string) => void;
  /** An arrow key at the edge of the text: the place to go to the neighbouring column. */
  onEdge?: (side: "left" | "right") => void;
  /** A control of its own for each row; it lies beside the listbox, because options cannot hold controls. */
  rowAction?: (item: ListboxItem) => ReactNode;
  footer?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
}

const rowHeight = "h-9 pointer-coarse:h-11";

/** A listbox with its own search field: type to narrow, arrows move, Enter opens. */
export function SearchListbox(props: SearchListboxProps) {
  const { label, items, emptyText, activeKey, onActiveChange, onOpen, rowAction, footer } = props;
  const id = useId();
  const [query, setQuery] = useState("");
  const listRef = useRef<HTMLUListElement>(null);
  const shown = items.filter((item) => item.label.toLowerCase().includes(query.trim().toLowerCase()));
  const activeIndex = Math.max(
    0,
    shown.findIndex((item) => item.key === activeKey),
  );
  const active = shown[activeIndex];

  const moveTo = (index: number) => {
    const item = shown[Math.min(Math.max(index, 0), shown.length - 1)];
    if (!item) return;
    onActiveChange(item.key);
    listRef.current?.querySelector(`[data-key="${CSS.escape(item.key)}"]`)?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const side = edgeOf(event);
    if (event.key === "ArrowDown") moveTo(activeIndex + 1);
    else if (event.key === "ArrowUp") moveTo(activeIndex - 1);
    else if (event.key === "Enter" && active) onOpen(active.key);
    else if (side && props.onEdge) props.onEdge(side);
    else return;
    event.preventDefault();
  };

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-3">
        <MagnifyingGlassIcon aria-hidden className="size-4 shrink-0 text-ink-3" />
        <input
          ref={props.inputRef}
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={active ? `${id}-${active.key}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={props.placeholder}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-sm outline-none"
        />
      </div>
      <div className="relative min-h-0 flex-1 overflow-y-auto p-1">
        <ul ref={listRef} id={`${id}-list`} role="listbox" aria-label={label}>
          {shown.map((item) => (
            // Keys are handled by the field, which keeps the focus.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <li
              key={item.key}
              id={`${id}-${item.key}`}
              data-key={item.key}
              role="option"
              aria-selected={item === active}
              onPointerMove={() => item !== active && onActiveChange(item.key)}
              onClick={() => onOpen(item.key)}
              className={cx(
                "flex cursor-default items-center gap-2 rounded-md px-2 text-sm select-none",
                rowHeight,
                rowAction && "pr-9",
                item === active ? "bg-surface-4 text-ink" : "text-ink-2",
              )}
            >
              {item.icon}
              <span className={cx("min-w-0 flex-1 truncate", item.isCurrent && "font-medium text-ink")}>
                {item.label}
              </span>
              {item.meta}
            </li>
          ))}
        </ul>
        {shown.length === 0 && <p className="px-2 py-6 text-center text-sm text-ink-3">{emptyText}</p>}
        {rowAction && (
          <div className="pointer-events-none absolute top-1 right-2">
            {shown.map((item) => (
              <div key={item.key} className={cx("pointer-events-auto flex items-center", rowHeight)}>
                {rowAction(item)}
              </div>
            ))}
          </div>
        )}
      </div>
      {footer && <div className="shrink-0 border-t border-line p-1">{footer}</div>}
    </div>
  );
}

/** Which edge of the text the caret stands at when an arrow key would leave it. */
function edgeOf(event: KeyboardEvent<HTMLInputElement>): "left" | "right" | null {
  const { selectionStart, selectionEnd, value } = event.currentTarget;
  if (event.key === "ArrowLeft" && selectionStart === 0 && selectionEnd === 0) return "left";
  if (event.key === "ArrowRight" && selectionStart === value.length) return "right";
  return null;
}
