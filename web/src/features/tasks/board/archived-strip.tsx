import { ArchiveIcon } from "@phosphor-icons/react/dist/csr/Archive";
import { ProhibitIcon } from "@phosphor-icons/react/dist/csr/Prohibit";

import { cx } from "#web/ui/cx.ts";
import { tooltip } from "#web/ui/tooltip/tooltip.ts";

import type { LaneDrop } from "./lane.tsx";

interface ArchivedStripProps {
  total: number;
  drop: LaneDrop | null;
  onOpen: () => void;
}

/** The folded lane of archived tasks: opens on a press, and takes cards that are dropped on it. */
export function ArchivedStrip({ total, drop, onOpen }: ArchivedStripProps) {
  const refusal = drop?.refusal ?? null;
  const isForbidden = refusal !== null;
  return (
    <div
      data-lane="archived"
      className={cx(
        "shrink-0 rounded-lg border transition-opacity duration-[80ms]",
        isForbidden ? "border-dashed border-line opacity-55" : "border-transparent",
        drop?.refusal === null && drop.isOver && "border-accent-line! bg-surface-2",
      )}
    >
      <button
        type="button"
        aria-expanded={false}
        aria-label={`Archived ${total}, show`}
        {...tooltip(refusal ? `Not allowed: ${refusal}` : "Show archived tasks", { side: "bottom" })}
        onClick={onOpen}
        className={
          "flex h-full w-9 flex-col items-center gap-2 rounded-lg py-3 text-sm text-ink-3 hover:bg-surface-3 " +
          "hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:w-11"
        }
      >
        {isForbidden ? <ProhibitIcon aria-hidden className="size-4" /> : <ArchiveIcon aria-hidden className="size-4" />}
        <span className="tabular-nums [writing-mode:vertical-rl]">Archived {total}</span>
      </button>
    </div>
  );
}
