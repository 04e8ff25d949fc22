import type { ChatMessage } from "@cairn/contract/chat";
import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import { FileTextIcon } from "@phosphor-icons/react/dist/csr/FileText";
import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { useState } from "react";

import { cx } from "#web/ui/cx.ts";
import { Spinner } from "#web/ui/feedback/spinner.tsx";
import { Collapsible } from "#web/ui/layout/collapsible.tsx";

import { formatCallDuration, formatCallName, summarizeThoughts } from "./thought-summary.ts";

/** Height of four lines of a thought. */
const foldedHeightPx = 80;

interface ThoughtsProps {
  thoughts: ChatMessage["thoughts"];
  /** The text of the answer has not started. */
  isThinking: boolean;
  /** The current step; null where it is unknown. */
  loadingText: string | null;
}

/** The steps of an answer: unfolded while they run, then folded, unless the reader chose otherwise. */
export function Thoughts({ thoughts, isThinking, loadingText }: ThoughtsProps) {
  const [choice, setChoice] = useState<boolean | null>(null);
  if (thoughts.length === 0 && !isThinking) return null;
  const isOpen = choice ?? isThinking;
  return (
    <div className="mb-3 text-sm">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setChoice(!isOpen)}
        className="flex min-h-6 max-w-full min-w-0 items-center gap-1.5 rounded-sm text-ink-3 hover:text-ink-2 pointer-coarse:min-h-11"
      >
        {isThinking ? (
          <Spinner className="size-3.5 text-ai-text" />
        ) : (
          <CaretRightIcon
            aria-hidden
            className={cx("size-3 transition-transform duration-120", isOpen && "rotate-90")}
          />
        )}
        <span className="truncate">{isThinking ? (loadingText ?? "Thinking") : summarizeThoughts(thoughts)}</span>
      </button>
      {isOpen && thoughts.length > 0 && (
        <ol className="mt-1.5 ml-1.5 flex flex-col gap-2 border-l border-line pl-4">
          {thoughts.map((thought, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- thoughts are only ever added
            <li key={index}>
              {thought.text && (
                <Collapsible maxHeightPx={foldedHeightPx} moreLabel="Show more" lessLabel="Show less">
                  <p className="whitespace-pre-wrap text-ink-2">{thought.text}</p>
                </Collapsible>
              )}
              <Calls calls={thought.functionCalls} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function Calls({ calls }: { calls: ChatMessage["thoughts"][number]["functionCalls"] }) {
  if (calls.length === 0) return null;
  return (
    <ul className="flex flex-col">
      {calls.map((call, index) => {
        const Icon = /search|find/.test(call.name) ? MagnifyingGlassIcon : FileTextIcon;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- calls are only ever added
          <li key={index} className="flex min-h-6 min-w-0 items-center gap-2 text-ink-3">
            <Icon aria-hidden className="size-3.5 shrink-0" />
            <span className="shrink-0">{formatCallName(call.name)}</span>
            <span className="min-w-0 truncate font-mono text-xs text-ink-2">{call.target}</span>
            <span className="ml-auto shrink-0 pl-2 text-xs tabular-nums">
              {call.durationMs === null ? "…" : formatCallDuration(call.durationMs)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
