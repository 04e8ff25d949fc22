import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";

import { KeyHint } from "#web/ui/keyboard/key-hint.tsx";
import { EmptyState } from "#web/ui/layout/empty-state.tsx";

import type { SearchState } from "./search-state.ts";

const keys = [
  { keys: ["↓"], label: "into the results" },
  { keys: ["J", "K"], label: "next or previous line" },
  { keys: ["[", "]"], label: "previous or next file" },
  { keys: ["←", "→"], label: "fold or open a file" },
  { keys: ["Esc"], label: "back to the box" },
];

/** Shown before a search: an explanation of the mode, and the keyboard shortcuts. */
export function SearchHints({ mode }: { mode: SearchState["mode"] }) {
  return (
    <div className="flex flex-col gap-4 rounded-lg border border-dashed border-line px-6 py-8 text-base text-ink-3">
      <p>
        {mode === "best"
          ? "Describe what you are looking for, or name it. The best files, declarations and topics come first."
          : "Every line that holds the text, in all files of a branch. Regular expressions have the syntax of ripgrep."}
      </p>
      <ul className="flex flex-wrap gap-x-5 gap-y-2 text-sm pointer-coarse:hidden">
        {keys.map((row) => (
          <li key={row.label} className="flex items-center gap-2">
            <KeyHint keys={row.keys} /> {row.label}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface NoResultsProps {
  state: SearchState;
  /** Which state was searched; empty when nothing is indexed. */
  freshness: string;
}

export function NoResults({ state, freshness }: NoResultsProps) {
  const hints = hintsFor(state);
  return (
    <EmptyState
      icon={<MagnifyingGlassIcon className="size-5" />}
      title="Nothing found"
      text={
        <>
          {freshness ? `Searched: ${freshness}.` : "No repository is indexed there yet."}
          {hints.length > 0 && ` Try it ${hints.join(", or ")}.`}
        </>
      }
    />
  );
}

/** Suggestions for a changed search, most promising first. */
function hintsFor(state: SearchState): string[] {
  if (state.mode === "best") {
    return state.serviceId || state.repositorySlug ? ["in the whole product", "in other words"] : ["in other words"];
  }
  return [
    state.isCaseSensitive && "without Match case",
    state.isWord && "without Whole word",
    state.paths !== "" && "in all files",
    state.branch !== null && "on the main branch",
    (state.serviceId !== null || state.repositorySlug !== null) && "in the whole product",
    !state.isRegex && /[\\^$*+?|]/.test(state.text) && "as a regular expression",
  ].filter((hint) => hint !== false);
}
