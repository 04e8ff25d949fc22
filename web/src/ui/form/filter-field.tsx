import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";

import { cx } from "#web/ui/cx.ts";
import { KeyHint } from "#web/ui/keyboard/key-hint.tsx";
import { useSingleKey } from "#web/ui/keyboard/shortcuts.ts";

import { controlClass } from "./field.tsx";

export interface FilterFieldProps {
  /** Accessible name and placeholder. */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
}

/** Filters the list below it. `/` focuses the field; Escape clears it, then leaves it. */
export function FilterField({ label, value, onValueChange }: FilterFieldProps) {
  useSingleKey("/", () => document.querySelector<HTMLElement>("[data-list-filter]")?.focus());
  return (
    <div className="relative w-full sm:w-72">
      <MagnifyingGlassIcon
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-ink-3"
      />
      <input
        type="search"
        data-list-filter
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          if (value) onValueChange("");
          else event.currentTarget.blur();
        }}
        className={cx(controlClass, "control peer pr-9 pl-8 [&::-webkit-search-cancel-button]:hidden")}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-2 flex items-center peer-focus:hidden"
      >
        <KeyHint keys={["/"]} />
      </span>
    </div>
  );
}
