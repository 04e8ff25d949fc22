import { SparkleIcon } from "@phosphor-icons/react/dist/csr/Sparkle";
import { useId } from "react";

import { Button } from "#web/ui/action/button.tsx";
import { Spinner } from "#web/ui/feedback/spinner.tsx";

import { DescriptionDiff } from "./description-diff.tsx";

interface ChangeReviewProps {
  /** The assistant is still changing the text. */
  isWriting: boolean;
  /** The text without the change. */
  before: string;
  after: string;
  onAccept: () => void;
  onUndo: () => void;
}

/** The assistant's change, marked, to accept or undo. The text below contains it already. */
export function ChangeReview({ isWriting, before, after, onAccept, onUndo }: ChangeReviewProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="rounded-lg border border-ai-line bg-ai-subtle">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2 pr-2 pl-3">
        <h2 id={headingId} className="flex min-w-52 flex-1 items-center gap-2 text-sm font-medium">
          {isWriting ? (
            <Spinner className="text-ai-text" />
          ) : (
            <SparkleIcon aria-hidden className="size-4 text-ai-text" />
          )}
          {isWriting ? "The assistant is changing the text" : "The assistant changed the text"}
        </h2>
        <div className="ml-auto flex gap-2">
          <Button size="sm" variant="ghost" onClick={onUndo}>
            Undo change
          </Button>
          <Button size="sm" onClick={onAccept}>
            Accept change
          </Button>
        </div>
      </div>
      <section
        // Focusable, so that it can be scrolled with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="The change"
        className="max-h-[min(26rem,50dvh)] overflow-y-auto border-t border-ai-line bg-surface-1 px-3 py-3 focus-visible:-outline-offset-2 last:rounded-b-lg"
      >
        <DescriptionDiff before={before} after={after} />
      </section>
    </section>
  );
}
