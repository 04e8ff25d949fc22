import type { ReactNode } from "react";

import { cx } from "#web/ui/cx.ts";
import { useModKey } from "#web/ui/keyboard/shortcuts.ts";
import { tooltip } from "#web/ui/tooltip/tooltip.ts";

import type { SearchState } from "./search-state.ts";

interface MatchTogglesProps {
  state: SearchState;
  onChange: (change: Partial<SearchState>) => void;
}

/** Options of an exact search. */
export function MatchToggles({ state, onChange }: MatchTogglesProps) {
  const { isCaseSensitive, isWord, isRegex } = state;
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">How to match</legend>
      <Toggle
        label="Match case"
        letter="C"
        isOn={isCaseSensitive}
        onToggle={() => onChange({ isCaseSensitive: !isCaseSensitive })}
      >
        Aa
      </Toggle>
      <Toggle label="Whole word" letter="W" isOn={isWord} onToggle={() => onChange({ isWord: !isWord })}>
        <span className="underline decoration-2 underline-offset-3">ab</span>
      </Toggle>
      <Toggle label="Regular expression" letter="R" isOn={isRegex} onToggle={() => onChange({ isRegex: !isRegex })}>
        .*
      </Toggle>
    </fieldset>
  );
}

interface ToggleProps {
  label: string;
  /** Pressed with Alt. */
  letter: string;
  isOn: boolean;
  onToggle: () => void;
  children: ReactNode;
}

function Toggle({ label, letter, isOn, onToggle, children }: ToggleProps) {
  useModKey(`alt+${letter.toLowerCase()}`, onToggle);
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-keyshortcuts={`Alt+${letter}`}
      onClick={onToggle}
      {...tooltip(label, { side: "bottom", keys: ["Alt", letter] })}
      className={cx(
        "control grid min-w-9 place-items-center rounded-md border px-1.5 font-mono text-sm transition-colors duration-[80ms] pointer-coarse:min-w-11",
        isOn
          ? "border-accent-text bg-accent-subtle font-semibold text-accent-text forced-colors:outline-2"
          : "border-line-control bg-surface-2 text-ink-2 hover:border-ink-3 hover:text-ink",
      )}
    >
      <span aria-hidden="true">{children}</span>
      <span className="sr-only">{label}</span>
    </button>
  );
}
