import { FadersHorizontalIcon } from "@phosphor-icons/react/dist/csr/FadersHorizontal";
import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { useId, useState } from "react";
import type { KeyboardEvent, ReactNode, RefObject } from "react";

import { useIsNarrow } from "#web/lib/browser/use-media.ts";
import { Button } from "#web/ui/action/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { controlClass } from "#web/ui/form/field.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";
import { KeyHint } from "#web/ui/keyboard/key-hint.tsx";
import { useSingleKey } from "#web/ui/keyboard/shortcuts.ts";

import { MatchToggles } from "./match-toggles.tsx";
import { PathsField } from "./paths-field.tsx";
import { countFilters, maxSearchText } from "./search-state.ts";
import type { SearchState } from "./search-state.ts";

const modes = [
  { value: "best", label: "Best match" },
  { value: "exact", label: "Exact" },
] as const;

interface SearchFormProps {
  state: SearchState;
  typed: string;
  onTyped: (text: string) => void;
  onChange: (change: Partial<SearchState>) => void;
  /** What is wrong with the text. */
  error: string | undefined;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Moves the focus to the first result. */
  onDown: () => void;
  /** The scope controls. */
  scope: ReactNode;
}

/** The search field, the mode and the filters; on narrow windows the filters are collapsible. */
export function SearchForm({ state, typed, onTyped, onChange, error, inputRef, onDown, scope }: SearchFormProps) {
  const id = useId();
  const isNarrow = useIsNarrow();
  const [isUnfolded, setIsUnfolded] = useState(false);
  const filterCount = countFilters(state);
  const areFiltersShown = !isNarrow || isUnfolded;
  useSingleKey("/", () => inputRef.current?.select());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") onDown();
    // By default the browser would clear the field on Escape.
    else if (event.key !== "Escape") return;
    event.preventDefault();
  };
  return (
    <search className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <div className="relative">
            <MagnifyingGlassIcon
              aria-hidden
              className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-ink-3"
            />
            <input
              ref={inputRef}
              type="search"
              aria-label="Search code"
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-error` : undefined}
              placeholder={state.mode === "exact" ? "Text or expression" : "What are you looking for?"}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing this screen is for
              autoFocus
              data-page-focus
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={maxSearchText(state.mode)}
              value={typed}
              onChange={(event) => onTyped(event.target.value)}
              onKeyDown={onKeyDown}
              className={cx(
                controlClass,
                "control-lg peer pr-9 pl-9 [&::-webkit-search-cancel-button]:hidden",
                state.mode === "exact" && "font-mono text-sm",
              )}
            />
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 right-3 flex items-center peer-focus:hidden"
            >
              <KeyHint keys={["/"]} />
            </span>
          </div>
          {error && (
            <p
              id={`${id}-error`}
              role="alert"
              className="mt-1.5 text-sm wrap-anywhere whitespace-pre-wrap text-danger-text"
            >
              {error}
            </p>
          )}
        </div>
        <div className="flex items-center gap-2 py-0.5 max-md:w-full max-md:justify-between">
          <SegmentedControl
            label="How to search"
            options={modes}
            value={state.mode}
            onValueChange={(mode) => onChange({ mode })}
          />
          {isNarrow && (
            <Button
              aria-expanded={isUnfolded}
              aria-controls={`${id}-filters`}
              icon={<FadersHorizontalIcon aria-hidden className="size-4" />}
              onClick={() => setIsUnfolded(!isUnfolded)}
            >
              {filterCount > 0 ? `Filters (${filterCount})` : "Filters"}
            </Button>
          )}
        </div>
      </div>
      <div
        id={`${id}-filters`}
        className={cx(
          "flex flex-wrap items-center gap-x-3 gap-y-2 max-md:flex-col max-md:items-stretch",
          !areFiltersShown && "hidden",
        )}
      >
        {state.mode === "exact" && <MatchToggles state={state} onChange={onChange} />}
        {scope}
        {state.mode === "exact" && <PathsField paths={state.paths} onPaths={(paths) => onChange({ paths })} />}
      </div>
    </search>
  );
}
