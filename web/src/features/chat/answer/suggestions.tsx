import { ArrowBendDownRightIcon } from "@phosphor-icons/react/dist/csr/ArrowBendDownRight";

import { cx } from "#web/ui/cx.ts";
import { renderInlineCode } from "#web/ui/display/inline-code.tsx";

interface SuggestionsProps {
  suggestions: readonly string[];
  onAsk: (question: string) => void;
}

/** Suggested follow-up questions; a press sends one. */
export function Suggestions({ suggestions, onAsk }: SuggestionsProps) {
  return (
    <ul aria-label="Suggested questions" className="mt-3 flex flex-col items-start gap-1.5">
      {suggestions.map((suggestion) => (
        <li key={suggestion} className="max-w-full">
          <button
            type="button"
            onClick={() => onAsk(suggestion)}
            className={cx(
              "flex min-h-8 max-w-full items-start gap-2 rounded-md border border-line bg-surface-2 px-2.5 py-1.5 text-left",
              "text-sm text-ink-2 transition-colors duration-[80ms] hover:bg-surface-3 hover:text-ink pointer-coarse:min-h-11",
              "pointer-coarse:items-center",
            )}
          >
            <ArrowBendDownRightIcon aria-hidden className="mt-0.5 size-3.5 shrink-0 text-ink-3" />
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {renderInlineCode(suggestion)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
