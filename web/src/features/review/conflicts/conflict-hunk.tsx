import { useId } from "react";

import { controlClass } from "#web/ui/form/field.tsx";

import { resultOf, type HunkDecision } from "./conflict-draft.ts";
import { ConflictSides } from "./conflict-sides.tsx";

interface ConflictHunkProps {
  path: string;
  /** Within the file, from 1. */
  number: number;
  hunk: { kind: "conflict"; base: string[]; change: string[]; former: string[] };
  /** Lines that say where it is. */
  before: readonly string[];
  after: readonly string[];
  baseBranch: string;
  /** Undefined before somebody decided. */
  decision: HunkDecision | undefined;
  onDecision: (decision: HunkDecision) => void;
}

/** One conflict: both sides, what to take of them, and what that comes to, which can be typed over. */
export function ConflictHunk(props: ConflictHunkProps) {
  const { path, number, hunk, before, after, baseBranch, decision, onDecision } = props;
  const name = useId();
  const resultId = useId();
  const options: { take: Exclude<HunkDecision["take"], "text">; label: string }[] = [
    { take: "base", label: baseBranch },
    { take: "change", label: "This change" },
    { take: "base-first", label: `Both, ${baseBranch} first` },
    { take: "change-first", label: "Both, this change first" },
  ];
  const result = decision === undefined ? [] : resultOf(hunk, decision);
  const text = decision?.take === "text" ? decision.text : result.join("\n");
  return (
    <section aria-label={`Conflict ${number} of ${path}`} className="border-t border-line-subtle px-3 py-3">
      <ConflictSides hunk={hunk} baseBranch={baseBranch} path={path} />
      <fieldset className="mt-2 flex flex-wrap gap-x-4 text-sm">
        <legend className="sr-only">{`What to take for conflict ${number}`}</legend>
        {options.map(({ take, label }) => (
          <label key={take} className="flex min-h-7 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="radio"
              name={name}
              checked={decision?.take === take}
              onChange={() => onDecision({ take })}
              className="size-4 shrink-0 accent-accent"
            />
            {label}
          </label>
        ))}
        <label className="flex min-h-7 items-center gap-2 pointer-coarse:min-h-11">
          <input
            type="radio"
            name={name}
            checked={decision?.take === "text"}
            onChange={() => onDecision({ take: "text", text })}
            className="size-4 shrink-0 accent-accent"
          />
          As typed below
        </label>
      </fieldset>
      <label htmlFor={resultId} className="mt-2 mb-1 block text-xs text-ink-3">
        Result
      </label>
      <ContextLines lines={before} />
      <textarea
        id={resultId}
        value={text}
        rows={Math.min(20, Math.max(2, text.split("\n").length))}
        spellCheck={false}
        wrap="off"
        placeholder={decision === undefined ? "Choose above, or type what stands here" : "No lines"}
        onChange={(event) => onDecision({ take: "text", text: event.target.value })}
        className={`${controlClass} h-auto w-full overflow-x-auto px-2 py-1.5 font-mono text-xs/5`}
      />
      <ContextLines lines={after} />
    </section>
  );
}

function ContextLines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <pre aria-hidden className="overflow-hidden px-2.5 py-1 font-mono text-xs/5 text-ink-3">
      {lines.join("\n")}
    </pre>
  );
}
