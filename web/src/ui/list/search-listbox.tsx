import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { useId, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode, RefObject } from "react";

import { Link } from "#web/ui/action/link.tsx";
import { cx } from "#web/ui/cx.ts";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { Listbox, ListboxOption, listboxRowHeight } from "./listbox.tsx";

export interface ListboxItem {
  key: string;
  label: string;
  icon?: ReactNode;
  isCurrent?: boolean;
  /**
   * A link rendered beside the listbox, because options cannot contain controls. Tab reaches only the link of the
   * active item; otherwise long lists would need a Tab press for each item.
   */
  action?: { label: string; href: string; icon: ReactNode; onSelect: () => void };
}

export interface SearchListboxProps {
  label: string;
  placeholder: string;
  items: readonly ListboxItem[];
  emptyText: string;
  /** Why the items, or some of them, could not be loaded. */
  failure?: { message: string; onRetry: () => void } | null;
  /** Key of the highlighted item; null when there is none. */
  activeKey: string | null;
  onActiveChange: (key: string) => void;
  onOpen: (key: string) => void;
  /** Called with the typed text, for lists that the server filters. */
  onQueryChange?: (query: string) => void;
  /** The items are those that fit the typed text; else they are filtered by their labels here. */
  isFiltered?: boolean;
  /**
   * Called for an arrow key at the edge of the text, to move to the adjacent column. When `onRight` is absent, Right
   * focuses the action.
   */
  onLeft?: () => void;
  onRight?: () => void;
  /** A last row after the items. */
  footer?: ReactNode;
  inputRef?: RefObject<HTMLInputElement | null>;
}

/** A listbox with a search field: typing filters, arrows move, Enter opens. */
export function SearchListbox(props: SearchListboxProps) {
  const { label, placeholder, items, emptyText, failure, activeKey, onActiveChange, onOpen, footer } = props;
  const id = useId();
  const ownInputRef = useRef<HTMLInputElement>(null);
  const inputRef = props.inputRef ?? ownInputRef;
  const actionsRef = useRef<HTMLDivElement>(null);
  const footerRef = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState("");
  const shown = props.isFiltered ? items : filterItems(items, query);
  const activeIndex = Math.max(
    0,
    shown.findIndex((item) => item.key === activeKey),
  );
  const active = shown[activeIndex];
  const optionId = (item: ListboxItem) => `${id}-${item.key}`;

  const moveTo = (index: number) => {
    const item = shown[Math.max(index, 0)];
    if (!item) return focusFirstControl(footerRef.current);
    onActiveChange(item.key);
    document.getElementById(optionId(item))?.scrollIntoView({ block: "nearest" });
  };
  const toAction = () => focusFirstControl(actionsRef.current?.children[activeIndex]);
  const onInputKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const side = caretEdge(event);
    if (event.key === "ArrowDown") moveTo(activeIndex + 1);
    else if (event.key === "ArrowUp") moveTo(activeIndex - 1);
    else if (event.key === "Enter" && active) onOpen(active.key);
    else if (side === "left" && props.onLeft) props.onLeft();
    else if (side === "right") (props.onRight ?? toAction)();
    else return;
    event.preventDefault();
  };
  // From an action or the footer, arrow keys lead back to the list.
  const onOutsideKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowRight" && props.onRight) props.onRight();
    else if (event.key === "ArrowLeft" || event.key === "ArrowUp") inputRef.current?.focus();
    else return;
    event.preventDefault();
  };

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-3">
        <MagnifyingGlassIcon aria-hidden className="size-4 shrink-0 text-ink-3" />
        <input
          ref={inputRef}
          role="combobox"
          aria-label={label}
          aria-expanded={shown.length > 0}
          aria-controls={shown.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={active && optionId(active)}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            props.onQueryChange?.(event.target.value);
          }}
          onKeyDown={onInputKey}
          className="h-full min-w-0 flex-1 bg-transparent text-sm outline-none"
        />
      </div>
      <div className="relative min-h-0 flex-1 overflow-y-auto p-1">
        {shown.length > 0 && (
          <Listbox id={`${id}-list`} label={label}>
            {shown.map((item) => (
              <ListboxOption
                key={item.key}
                id={optionId(item)}
                isActive={item === active}
                onMark={() => onActiveChange(item.key)}
                onOpen={() => onOpen(item.key)}
                className={cx(
                  "px-2",
                  item.action !== undefined && "pr-9 pointer-coarse:pr-12",
                  item.isCurrent && "font-medium",
                )}
              >
                {item.icon}
                <span className="min-w-0 flex-1 truncate">{item.label}</span>
              </ListboxOption>
            ))}
          </Listbox>
        )}
        {shown.length === 0 && !failure && <p className="px-2 py-6 text-center text-sm text-ink-3">{emptyText}</p>}
        {failure && (
          <div className="p-2">
            <InlineError {...failure} />
          </div>
        )}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the controls in it bubble here */}
        <div
          ref={actionsRef}
          onKeyDown={onOutsideKey}
          className="pointer-events-none absolute top-1 right-2 pointer-coarse:right-1"
        >
          {shown.map((item) => (
            <div key={item.key} className={cx("pointer-events-auto flex items-center", listboxRowHeight)}>
              {item.action && (
                <Link
                  href={item.action.href}
                  tabIndex={item === active ? 0 : -1}
                  onClick={item.action.onSelect}
                  aria-label={item.action.label}
                  className="grid size-6 place-items-center rounded-md text-ink-3 hover:bg-surface-3 hover:text-ink pointer-coarse:size-11"
                >
                  {item.action.icon}
                </Link>
              )}
            </div>
          ))}
        </div>
      </div>
      {footer && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the controls in it bubble here
        <div ref={footerRef} onKeyDown={onOutsideKey} className="shrink-0 border-t border-line p-1">
          {footer}
        </div>
      )}
    </div>
  );
}

function filterItems(items: readonly ListboxItem[], query: string): readonly ListboxItem[] {
  const typed = query.trim().toLowerCase();
  return items.filter((item) => item.label.toLowerCase().includes(typed));
}

function focusFirstControl(element: Element | null | undefined): void {
  element?.querySelector<HTMLElement>("a, button")?.focus();
}

/** The edge of the text at which an arrow key would leave the field; null elsewhere. */
function caretEdge(event: KeyboardEvent<HTMLInputElement>): "left" | "right" | null {
  const { selectionStart, selectionEnd, value } = event.currentTarget;
  if (event.key === "ArrowLeft" && selectionStart === 0 && selectionEnd === 0) return "left";
  if (event.key === "ArrowRight" && selectionStart === value.length) return "right";
  return null;
}
