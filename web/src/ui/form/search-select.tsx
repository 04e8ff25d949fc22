import { CaretUpDownIcon } from "@phosphor-icons/react/dist/csr/CaretUpDown";
import { useRef, useState } from "react";

import { cx } from "#web/ui/cx.ts";
import { SearchListbox } from "#web/ui/list/search-listbox.tsx";
import type { ListboxItem, SearchListboxProps } from "#web/ui/list/search-listbox.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";

import { controlClass, Field } from "./field.tsx";
import type { FieldLabelProps } from "./field.tsx";

export interface SearchSelectProps extends FieldLabelProps {
  items: readonly ListboxItem[];
  /** Key of the chosen item, which may be missing from the current items; null while nothing is chosen. */
  value: string | null;
  onValueChange: (key: string) => void;
  onBlur?: () => void;
  /** Called with the typed text, for lists that the server filters. */
  onQueryChange?: (query: string) => void;
  /** Placeholder of the search field. */
  searchPlaceholder: string;
  emptyText: string;
  failure?: SearchListboxProps["failure"];
  placeholder?: string;
  isMono?: boolean;
}

/** A select with a search field. */
export function SearchSelect({ label, hint, error, isLabelHidden, value, onValueChange, ...rest }: SearchSelectProps) {
  const { items, onBlur, onQueryChange, searchPlaceholder, emptyText, failure, placeholder = "Select…", isMono } = rest;
  const [isOpen, setIsOpen] = useState(false);
  const [marked, setMarked] = useState<string | null>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  const shown = items.find((item) => item.key === value)?.label ?? value;
  const change = (next: boolean) => {
    setIsOpen(next);
    setMarked(null);
    onQueryChange?.("");
    if (!next) onBlur?.();
  };
  return (
    <Field {...{ label, hint, error, isLabelHidden }}>
      {(control) => (
        <Popover
          title={label}
          isOpen={isOpen}
          onOpenChange={change}
          initialFocus={inputRef}
          className="flex max-h-80 w-(--anchor-width) max-w-[calc(100vw-2rem)] min-w-64 flex-col"
          trigger={
            <button
              {...control}
              type="button"
              aria-label={`${label}: ${shown ?? placeholder}`}
              className={cx(controlClass, "control flex items-center justify-between gap-2 px-2.5 text-left")}
            >
              <span className={cx("truncate", isMono && "font-mono text-sm", shown === null && "text-ink-3")}>
                {shown ?? placeholder}
              </span>
              <CaretUpDownIcon aria-hidden className="size-4 shrink-0 text-ink-3" />
            </button>
          }
        >
          <SearchListbox
            label={label}
            placeholder={searchPlaceholder}
            emptyText={emptyText}
            failure={failure}
            items={items.map((item) => ({ ...item, isCurrent: item.key === value }))}
            activeKey={marked ?? value}
            onActiveChange={setMarked}
            onOpen={(key) => {
              onValueChange(key);
              change(false);
            }}
            onQueryChange={onQueryChange}
            inputRef={inputRef}
          />
        </Popover>
      )}
    </Field>
  );
}
