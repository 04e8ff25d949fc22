import type { Answerer } from "@cairn/contract/chat";
import { WarningIcon } from "@phosphor-icons/react/dist/csr/Warning";
import { useState } from "react";

import { cx } from "#web/ui/cx.ts";
import { Spinner } from "#web/ui/feedback/spinner.tsx";

import { useAnswerer } from "./answerer.api.ts";

/** What each state means for the person; the server adds the reasons. */
const stateConsequences: Record<Answerer["state"], string> = {
  ready: "",
  checking: "Looking at what it can do; you can ask already.",
  degraded: "",
  unreachable: "Nothing can be answered until it is back. What you ask stays here, and Retry asks it again.",
};

/** Below the field: which engine or model answers, and what is wrong with it, if anything. */
export function AnswererNote({ hasImages }: { hasImages: boolean }) {
  const answerer = useAnswerer();
  const [areAllShown, setAreAllShown] = useState(false);
  if (!answerer) return <p className="min-h-4" />;
  const { name, state, reasons, readsImages } = answerer;
  const shown = areAllShown ? reasons : reasons.slice(0, 1);
  const hasProblem = state === "degraded" || state === "unreachable";
  return (
    <div className={cx("text-xs", hasProblem ? "text-ink-2" : "text-center text-ink-3")}>
      <p className={cx("flex gap-1.5", hasProblem ? "items-start" : "justify-center")}>
        {state === "checking" && <Spinner className="mt-0.5 size-3" />}
        {hasProblem && (
          <WarningIcon
            aria-hidden
            weight="fill"
            className={cx("mt-px size-3.5 shrink-0", state === "degraded" ? "text-warning-text" : "text-danger-text")}
          />
        )}
        <span className="min-w-0 wrap-anywhere">
          <span className={hasProblem ? "font-medium text-ink" : undefined}>{statusTitle(answerer)}</span>
          {state !== "ready" && ` ${[...shown, stateConsequences[state]].join(" ").trim()}`}
          {reasons.length > 1 && (
            <button
              type="button"
              aria-expanded={areAllShown}
              onClick={() => setAreAllShown(!areAllShown)}
              className="ml-1.5 min-h-6 rounded-sm font-medium text-ink-2 underline decoration-line underline-offset-3 hover:text-ink"
            >
              {areAllShown ? "Less" : "More reasons"}
            </button>
          )}
        </span>
      </p>
      {hasImages && !readsImages && <p className="mt-0.5">{name} does not see images; it reads the text of PDFs.</p>}
    </div>
  );
}

function statusTitle({ name, state }: Answerer): string {
  if (state === "degraded") return `${name} answers with limits.`;
  if (state === "unreachable") return `${name} cannot be reached.`;
  return state === "checking" ? `Answers: ${name}.` : `Answers: ${name}`;
}
