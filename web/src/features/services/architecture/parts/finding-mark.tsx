import { LightbulbIcon } from "@phosphor-icons/react/dist/csr/Lightbulb";

import { countFindings } from "#web/features/services/architecture/model/point-at.ts";
import { cx } from "#web/ui/cx.ts";

/** That an analysis found something of a node. */
export function FindingMark({ count, className }: { count: number; className?: string }) {
  // Where there is little room the number alone is shown.
  const [number, word] = countFindings(count).split(" ");
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1 text-xs font-medium whitespace-nowrap text-warning-text",
        className,
      )}
    >
      <LightbulbIcon aria-hidden weight="fill" className="size-3.5" />
      <span>
        {number} <span className="note-word">{word}</span>
      </span>
    </span>
  );
}
