import { ClockCounterClockwiseIcon } from "@phosphor-icons/react/dist/csr/ClockCounterClockwise";
import { LinkBreakIcon } from "@phosphor-icons/react/dist/csr/LinkBreak";
import { ProhibitIcon } from "@phosphor-icons/react/dist/csr/Prohibit";
import { QuestionIcon } from "@phosphor-icons/react/dist/csr/Question";

import { edgeLookLabels } from "#web/features/services/architecture/model/canvas-edge.ts";
import type { EdgeLook } from "#web/features/services/architecture/model/canvas-edge.ts";
import { cx } from "#web/ui/cx.ts";

const signs: Partial<Record<EdgeLook, { icon: typeof QuestionIcon; color: string }>> = {
  undeclared: { icon: QuestionIcon, color: "text-warning-text" },
  unused: { icon: LinkBreakIcon, color: "text-ink-2" },
  forbidden: { icon: ProhibitIcon, color: "text-danger-text" },
  unverified: { icon: ClockCounterClockwiseIcon, color: "text-ink-2" },
  "ruled-out": { icon: ProhibitIcon, color: "text-ink-2" },
};

/** How a connection differs from what is said of it, as icon and word; nothing where it does not. */
export function EdgeLookMark({ look, className }: { look: EdgeLook; className?: string }) {
  const sign = signs[look];
  const label = edgeLookLabels[look];
  if (label === null) return null;
  return (
    <span className={cx("inline-flex shrink-0 items-center gap-1 text-xs font-medium whitespace-nowrap", className)}>
      {sign && <sign.icon aria-hidden className={cx("size-3.5", sign.color)} />}
      {label}
    </span>
  );
}
